import { useEffect, useState } from 'react';
import type { Clock } from '#domain/ports';

/** The present time, updated every `everyMs`: for words such as "2 minutes ago". */
export function useNow(clock: Clock, everyMs = 30_000): string {
  const [now, setNow] = useState(() => clock.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(clock.now()), everyMs);
    return () => clearInterval(timer);
  }, [clock, everyMs]);
  return now;
}
