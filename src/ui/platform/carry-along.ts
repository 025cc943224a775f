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
 * rejects, as the document is made in any case.
 */
export async function carryAlong({ documents }: Pick<Services, 'documents'>, from: string, to: string): Promise<void> {
  try {
    await copyInto(documents, [documentTestsStream(from), documentTestsStream(to)], (source, target) =>
      documentTestsIn(source.body)
        .filter(({ id }) => testAt(target, id) === undefined)
        .map((payload) => ({ type: 'documentTest.keep', payload })),
    );
    await copyInto(documents, [lintRulesStream(from), lintRulesStream(to)], (source, target) => {
      const known = new Set(switchedOffRules(target).map(({ rule }) => rule));
      return switchedOffRules(source)
        .filter(({ rule }) => !known.has(rule))
        .map(({ rule, reason }) => ({ type: 'lintRule.switchOff', payload: { rule, reason } }));
    });
  } catch (cause) {
    showToast({
      kind: 'warning',
      title: 'Document tests and switched off lint rules were not copied',
      text: errorWords(cause),
    });
  }
}

/** Carries out commands on one list that are made of another one; neither is begun where there are none. */
async function copyInto(
  documents: Services['documents'],
  [from, to]: readonly [from: string, to: string],
  commandsOf: (source: DocumentState, target: DocumentState) => readonly DocumentCommand[],
): Promise<void> {
  const source = await documents.open({ stream: from });
  try {
    const { state } = source.getSnapshot();
    if (state.body === undefined) return;
    const target = await documents.open({ stream: to });
    try {
      const commands = commandsOf(state, target.getSnapshot().state);
      if (commands.length > 0 && target.getSnapshot().state.body === undefined)
        target.dispatch({ type: 'document.create', payload: { body: {} } });
      for (const command of commands) {
        const reduced = target.dispatch(command);
        if ('rejected' in reduced) throw new Error(reduced.rejected.detail.message);
      }
      await target.whenSaved();
    } finally {
      documents.release(target);
    }
  } finally {
    documents.release(source);
  }
}
