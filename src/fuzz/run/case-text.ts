import { draftStream, reduce } from '#domain/commands';
import { createState } from '#domain/document';
import type { DocumentEvent } from '#domain/events';
import { formatJson, isObject, member, type JsonValue } from '#domain/json';
import { formatLogFile } from '#domain/log';
import { live, sealAll, type HistoryScript } from '../generate/histories.ts';
import { ADA, stampSource } from '../generate/stamps.ts';
import type { KeptCase } from './replay-file.ts';
import { eventsOfEditor } from '../targets/editors.ts';
import { eventsOfSession } from '../targets/sessions.ts';

/** A number that no history is stamped with. */
const CREATION = 99;

/**
 * A case as a text that an editor imports: an exported log whose history is that of the case, as far as it got, or the
 * mapping that it is about. Null where it is about neither, such as the list of drafts, or JSON that is no object.
 */
export async function textOfCase(
  { target, value }: Pick<KeptCase, 'target' | 'value'>,
  name: string,
): Promise<string | null> {
  switch (target) {
    case 'laws':
      return logOf(eventsOfScript((value as unknown as { readonly script: HistoryScript }).script), name);
    case 'session':
      return logOf(await eventsOfSession(value), name);
    case 'editor':
      return logOf(await eventsOfEditor(value), name);
    case 'import':
      return textOf(value);
    default:
      // What is compared with a cluster begins with mappings, or with a template.
      return isObject(value) ? textOf(member(value, 'mappings') ?? member(value, 'template')) : null;
  }
}

function textOf(value: JsonValue | undefined): string | null {
  return isObject(value) ? formatJson(value, 2) : null;
}

function logOf(events: readonly DocumentEvent[], name: string): string | null {
  return events.length === 0 ? null : formatLogFile({ records: sealAll(events, draftStream(name)), names: [] });
}

function eventsOfScript(script: HistoryScript): readonly DocumentEvent[] {
  // The list of drafts is no mapping.
  if (script.mappingsAt === '/none') return [];
  const events: DocumentEvent[] = [];
  try {
    live(script, ({ reduced }) => {
      if ('event' in reduced) events.push(reduced.event);
    });
  } catch {
    // Where deciding throws, that is what the case shows: the history ends before it.
  }
  return script.fromNothing ? events : [...creationOf(script), ...events];
}

/** The history began on a body that was there: a log begins with it. */
function creationOf({ body, mappingsAt }: HistoryScript): readonly DocumentEvent[] {
  const state = createState({ body: undefined, mappingsAt });
  const created = reduce(
    state,
    { type: 'document.create', payload: { body } as JsonValue & object },
    stampSource(CREATION)(ADA),
  );
  return 'event' in created ? [created.event] : [];
}
