import { LogFaultError, findTornWrite } from '#domain/log';
import type { Clock, FoundStream, TailRepair } from '#domain/ports';

/**
 * Cuts off the end of a stream that can't be read, where nothing but that is damaged. False where something else is, and nothing
 * was done; true where the stream is worth reading again, also because another tab has cut it first.
 */
export async function truncateTornWrite(ends: TailRepair, stream: string, clock: Clock): Promise<boolean> {
  const found = await find(ends, stream);
  if (found === null) return false;
  const end = findTornWrite(found);
  if (end === null) return false;
  // Where it was cut meanwhile, or is not as it was found any more, the next reading tells.
  if (end !== 'sound') await ends.cut(stream, found, { ...end, at: clock.now() });
  return true;
}

/** Null where it is damaged in a way that no cut mends; the reading has told how. */
async function find(ends: TailRepair, stream: string): Promise<FoundStream | null> {
  try {
    return await ends.find(stream);
  } catch (error) {
    if (error instanceof LogFaultError) return null;
    throw error;
  }
}
