import { useEffect } from 'react';
import { exactTime, relativeTime } from '../../files/relative-time.ts';
import { useServices } from '../../platform/services.ts';
import { useNow } from '../../platform/use-now.ts';
import type { BlameOf } from './row-blame.ts';
import { useBlame } from './use-blame.ts';

interface BlameSourceProps {
  readonly onBlame: (blameOf: BlameOf | null) => void;
}

/** Hands over who changed each field last, anew after each event; shows nothing itself. Its code is loaded when it is asked for. */
export function BlameSource({ onBlame }: BlameSourceProps) {
  const now = useNow(useServices().clock);
  const read = useBlame();
  useEffect(() => {
    if (read === null) return;
    onBlame((id) => {
      const by = read.index.lastChange(id);
      if (by === null) return { line: 'Before the log', title: 'Not changed since the log began' };
      const { author, summary, at } = by.event;
      return {
        line: `${author.name}, ${relativeTime(at, now)}`,
        title: `${summary}, by ${author.name}, ${exactTime(at)} (version ${by.version})`,
      };
    });
  }, [read, now, onBlame]);
  useEffect(() => () => onBlame(null), [onBlame]);
  return null;
}
