import type { RouteAnswer } from '#domain/wire';
import { errorText } from '#domain/json';
import { looksLikeLog, LogFaultError, namesByCommitment, openLog, parseLogFile } from '#domain/log';
import { parseCase, type KeptCase } from '../../fuzz/run/replay-file.ts';
import { runValue } from '../../fuzz/run/run-cases.ts';
import { entryNamed } from '../../fuzz/targets/list.ts';
import { replaySession } from '../../fuzz/targets/replay-session.ts';

/** The result of a replay: the response, or why the text can't be replayed. */
export type Replayed = RouteAnswer<'lab.replay'> | { readonly refused: string };

const NEITHER = 'This is neither a failed case of the fuzz lab or “mapledger fuzz” nor an exported log.';

/** Tries a failed case again, or decides each command of an exported log anew. */
export async function replayText(text: string): Promise<Replayed> {
  const source = text.charCodeAt(0) === 0xfeff ? text.slice(1) : text;
  if (looksLikeLog(source)) return replayLog(source);
  const kept = caseIn(source);
  const entry = kept === null ? undefined : entryNamed(kept.target);
  if (kept === null || entry === undefined) return { refused: NEITHER };
  if (entry.needsCluster)
    return {
      refused: `A case of the target "${entry.name}" needs a cluster. Replay it with: mapledger fuzz --replay FILE --cluster URL --scratch`,
    };
  return { kind: 'case', broken: await runValue(await entry.open(null), kept.value) };
}

function caseIn(source: string): KeptCase | null {
  try {
    return parseCase(source);
  } catch {
    return null;
  }
}

async function replayLog(source: string): Promise<Replayed> {
  try {
    const { records, names } = parseLogFile(source);
    const { events } = openLog(records, { names: namesByCommitment(names) });
    return { kind: 'log', broken: await replaySession(events) };
  } catch (error) {
    if (!(error instanceof LogFaultError)) throw error;
    return { refused: errorText(error) };
  }
}
