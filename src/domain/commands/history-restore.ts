import { Type } from 'typebox';
import { wantedAt, withClusterOf } from '../document/live-document.ts';
import { bodyAt } from '../history/time-travel.ts';
import { keepsLiterals } from '../events/rules.ts';
import { diff } from '../json/diff.ts';
import { exact } from '../json/schemas.ts';
import { defineCommand, reject, UNCHANGED } from './define-command.ts';

/**
 * Makes the body what it was after `version` events, by one event that can itself be undone. What the cluster has of a
 * live mapping or template stays as it is: the difference from it is what is not sent yet.
 */
export const historyRestore = defineCommand({
  type: 'history.restore',
  event: 'history.restored',
  pointers: [],
  payload: exact({ version: Type.Integer({ minimum: 1 }) }),
  rejects: ['history.no_such_version'],
  isBatchable: false,
  decide(state, { version }, { rules }) {
    if (version > state.history.version) {
      return reject(
        'history.no_such_version',
        `Version ${version} doesn't exist. The latest version is ${state.history.version}.`,
      );
    }
    const body = bodyAt(state, version);
    if (body === undefined || state.body === undefined)
      return reject('history.no_such_version', `Version ${version} has no content.`);
    const wanted = wantedAt(state) === null ? body : withClusterOf(body, state.body);
    const patch = diff(state.body, wanted, '', { asWritten: keepsLiterals(rules) });
    return patch.length === 0 ? UNCHANGED : { patch, summary: `Restore version ${version}` };
  },
});
