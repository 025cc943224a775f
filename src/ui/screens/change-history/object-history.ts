import { openState, replay, sampledStream, type DocumentState } from '#domain/document';
import { Scrubber } from '#domain/history';
import { openLog } from '#domain/log';
import { mappingsAtOf } from '#domain/template';
import type { ChangeSource } from '../../platform/change-source.ts';

/** The whole log of one object, from which any version of it can be shown. */
export interface ObjectHistory {
  readonly stream: string;
  readonly state: DocumentState;
  readonly scrubber: Scrubber;
}

/**
 * Reads the log of an object up to `version` or further, and checks its hashes.
 * @throws LogFaultError, ReplayError for a log that can't be read
 */
export async function readObjectHistory(source: ChangeSource, stream: string, version: number): Promise<ObjectHistory> {
  const records = await source.readWhole(stream, version);
  const { events } = openLog(records, { names: source.names });
  const mappingsAt = mappingsAtOf(sampledStream(stream) ?? stream, replay(undefined, events));
  const state = openState({ body: undefined, mappingsAt }, events);
  return { stream, state, scrubber: new Scrubber(state) };
}
