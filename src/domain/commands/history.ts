import Type from 'typebox';
import { stepsOf, type Step } from '../state/history-fold.ts';
import { takeBack } from '../history/take-back.ts';
import { bodyAt } from '../history/time-travel.ts';
import { diff } from '../json/diff.ts';
import { isLiveDocument, withClusterOf } from '../document/live-document.ts';
import type { DocumentState } from '../state/state.ts';
import { defineCommand, reject, UNCHANGED, type Decision } from './define-command.ts';
import { exact } from '../json/schemas.ts';

/** Takes back the author's last change that still stands. */
export const historyUndo = defineCommand({
  type: 'history.undo',
  event: 'history.undone',
  pointers: [],
  payload: exact({}),
  decide(state, _payload, { author }) {
    const { undo } = stepsOf(state.history, author.id);
    return undo === null
      ? reject('history.nothing_to_undo', 'There is nothing to undo.')
      : decideStep(state, undo, 'Undo');
  },
});

/** Takes back the author's last undo. */
export const historyRedo = defineCommand({
  type: 'history.redo',
  event: 'history.redone',
  pointers: [],
  payload: exact({}),
  decide(state, _payload, { author }) {
    const { redo } = stepsOf(state.history, author.id);
    return redo === null
      ? reject('history.nothing_to_redo', 'There is nothing to redo.')
      : decideStep(state, redo, 'Redo');
  },
});

function decideStep(state: DocumentState, { node, summary }: Step, verb: 'Undo' | 'Redo'): Decision {
  const taken = takeBack(state, node);
  if ('patch' in taken) return { patch: taken.patch, summary: `${verb}: ${summary}`, undoes: node.event.id };
  const { at, by } = taken.superseded;
  const since =
    by === undefined ? 'it has been changed since' : `${by.author.name} has changed it since (${by.summary})`;
  return {
    rejected: {
      code: 'history.superseded',
      detail: {
        message: `Cannot ${verb.toLowerCase()} "${summary}": ${since}.`,
        at,
        ...(by && { by: { eventId: by.id, author: by.author, summary: by.summary } }),
      },
    },
  };
}

/**
 * Makes the body what it was after `version` events, by one event that can itself be undone. What the cluster has of a live mapping stays as
 * it is: the difference from it is what is not sent yet.
 */
export const historyRestore = defineCommand({
  type: 'history.restore',
  event: 'history.restored',
  pointers: [],
  payload: exact({ version: Type.Integer({ minimum: 1 }) }),
  decide(state, { version }) {
    if (version > state.history.version) {
      return reject('history.no_such_version', `There is no version ${version}: the log has ${state.history.version}.`);
    }
    const body = bodyAt(state, version);
    if (body === undefined || state.body === undefined)
      return reject('history.no_such_version', `Version ${version} has no document.`);
    const patch = diff(state.body, isLiveDocument(state) ? withClusterOf(body, state.body) : body);
    return patch.length === 0 ? UNCHANGED : { patch, summary: `Restore version ${version}` };
  },
});
