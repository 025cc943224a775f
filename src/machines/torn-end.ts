import { LogFaultError, findTornWrite } from '#domain/log';
import type { Clock, FoundStream, TailRepair } from '#domain/ports';

/**
 * Truncates the end of a stream that can't be read, where nothing else is damaged. False where something else is, and
 * nothing was changed; true where the stream is worth reading again, also because another tab has truncated it first.
 */
export async function truncateTornWrite(ends: TailRepair, stream: string, clock: Clock): Promise<boolean> {
  const found = await find(ends, stream);
  if (found === null) return false;
  const end = findTornWrite(found);
  if (end === null) return false;
  // Where it was cut meanwhile, or has changed since it was found, the next reading finds out.
  if (end !== 'sound') await ends.cut(stream, found, { ...end, at: clock.now() });
  return true;
}

/** Null where the damage can't be repaired by a cut; the reading has reported it. */
async function find(ends: TailRepair, stream: string): Promise<FoundStream | null> {
  try {
    return await ends.find(stream);
  } catch (error) {
    if (error instanceof LogFaultError) return null;
    throw error;
  }
}
