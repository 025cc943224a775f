import {
  documentTestsIn,
  documentTestsStream,
  lintRulesStream,
  switchedOffRules,
  testAt,
  type DocumentCommand,
} from '#domain/commands';
import type { DocumentState } from '#domain/document';
import { showToast } from '../kit/toast.tsx';
import { errorWords } from './error-words.ts';
import type { Services } from './services.ts';

/**
 * Gives a document that was made of another one its document tests and the lint rules that are switched off for it,
 * with their reasons. What it has already stays. Resolves when they are stored, which nothing should wait for; never
 * rejects, as the document is made in any case. `to` is called where there is something to copy.
 */
export async function carryAlong(
  { documents }: Pick<Services, 'documents'>,
  from: string,
  to: () => string | Promise<string>,
): Promise<void> {
  try {
    await copyInto(
      documents,
      { stream: documentTestsStream(from) },
      async () => ({ stream: documentTestsStream(await to()) }),
      ({ body }) => documentTestsIn(body).map((payload) => ({ type: 'documentTest.keep', payload })),
      (target, { payload }) => testAt(target, payload.id) !== undefined,
    );
    // As the editor opens them, which may be at it already.
    await copyInto(
      documents,
      { stream: lintRulesStream(from), beginsWith: {} },
      async () => ({ stream: lintRulesStream(await to()), beginsWith: {} }),
      (source) =>
        switchedOffRules(source).map(({ rule, reason }) => ({ type: 'lintRule.switchOff', payload: { rule, reason } })),
      (target, { payload }) => switchedOffRules(target).some(({ rule }) => rule === payload.rule),
    );
  } catch (cause) {
    showToast({
      kind: 'warning',
      title: 'Not all document tests and switched off lint rules were copied',
      text: errorWords(cause),
    });
  }
}

type OpenOptions = Parameters<Services['documents']['open']>[0];

/** Carries out on one list the commands that make another one, without those it has; where there are none, nothing. */
async function copyInto<Copied extends DocumentCommand>(
  documents: Services['documents'],
  from: OpenOptions,
  to: () => Promise<OpenOptions>,
  commandsOf: (source: DocumentState) => readonly Copied[],
  isThere: (target: DocumentState, command: Copied) => boolean,
): Promise<void> {
  const source = await documents.open(from);
  const commands = commandsOf(source.getSnapshot().state);
  documents.release(source);
  if (commands.length === 0) return;
  const target = await documents.open(await to());
  try {
    if (target.getSnapshot().state.body === undefined)
      target.dispatch({ type: 'document.create', payload: { body: {} } });
    for (const command of commands) {
      if (isThere(target.getSnapshot().state, command)) continue;
      const reduced = target.dispatch(command);
      if ('rejected' in reduced) throw new Error(reduced.rejected.detail.message);
    }
    await target.whenSaved();
  } finally {
    documents.release(target);
  }
}
