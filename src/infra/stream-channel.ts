import type { StreamChange } from '#domain/ports';
import type { Database } from './database.ts';
import { isObjectWith } from './is-object-with.ts';

/**
 * The channel on which stores tell one another what they appended or cut. It hears all others of this origin, those of
 * this page too.
 */
export function streamChannel(
  { name }: Pick<Database, 'name'>,
  onChange: (change: StreamChange) => void,
): BroadcastChannel {
  const channel = new BroadcastChannel(`mapledger:${name}`);
  channel.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
    if (isStreamChange(data))
      onChange({
        stream: data.stream,
        version: data.version,
        ...(data.isCut === true && { isCut: true }),
        ...(data.isRebased === true && { isRebased: true }),
      });
  });
  return channel;
}

/** A page of another version may share the channel. */
function isStreamChange(value: unknown): value is StreamChange {
  return (
    isObjectWith(value, 'stream', 'version') && typeof value.stream === 'string' && typeof value.version === 'number'
  );
}
