import { Type } from 'typebox';
import { defineCommand, reject, type CommandOf } from '../commands/define-command.ts';
import { reducer } from '../commands/reducer.ts';
import { commandRegistry } from '../commands/registry.ts';
import type { Operation } from '../json/patch.ts';
import { joinPointer } from '../json/pointer.ts';
import { exact } from '../json/schemas.ts';
import { asJson } from '../json/value.ts';
import { documentModel } from '../state/evolve.ts';
import type { DocumentState } from '../state/state.ts';
import {
  AppliedSchema,
  ApplyEndSchema,
  ApplyIdSchema,
  ClaimsSchema,
  ObjectSchema,
  projectRecordOf,
  recordedObjects,
  RunningApplySchema,
  type Applied,
  type Claim,
  type RecordedObject,
  type RunningApply,
} from './project-record.ts';

const NOT_HELD = 'Another apply has the lock of this project, or this one has ended.';

/** Takes the lock of a project, and records what its files claim. */
const codeBegin = defineCommand({
  type: 'code.begin',
  event: 'code.begun',
  pointers: [],
  payload: exact({ apply: RunningApplySchema, claims: ClaimsSchema, dropped: Type.Array(ObjectSchema) }),
  rejects: ['code.locked'],
  isBatchable: false,
  startsDocument: true,
  decide(state, { apply, claims, dropped }) {
    const record = projectRecordOf(state.body);
    const { apply: other } = record;
    if (other !== undefined && isHeld(other, apply.at))
      return reject('code.locked', 'Another apply has the lock of this project.', '/apply');
    const recorded = recordedObjects(record, apply.cluster);
    const patch: readonly Operation[] =
      state.body === undefined
        ? [{ op: 'add', path: '', value: asJson({ apply, clusters: Object.fromEntries([[apply.cluster, claims]]) }) }]
        : [
            { op: other === undefined ? 'add' : 'replace', path: '/apply', value: { ...apply } },
            ...claimOperations(state, apply.cluster, recorded, claims, dropped),
          ];
    const over = other === undefined ? '' : ', after one whose lease has ended';
    return { patch, summary: `Begin apply${whereTo(apply)}${over}` };
  },
});

/** Extends the lease of the apply that has the lock. */
const codeRenew = defineCommand({
  type: 'code.renew',
  event: 'code.renewed',
  pointers: [],
  payload: exact({ id: ApplyIdSchema, until: RunningApplySchema.properties.until }),
  rejects: ['code.not_held'],
  isBatchable: false,
  decide(state, { id, until }) {
    const { apply } = projectRecordOf(state.body);
    if (apply?.id !== id) return reject('code.not_held', NOT_HELD, '/apply');
    return { patch: [renewal(until)], summary: `Renew lease of the apply${whereTo(apply)}` };
  },
});

const APPLIED: Readonly<Record<Applied, string>> = {
  created: 'Created',
  updated: 'Updated',
  deleted: 'Deleted',
  gone: 'Found deleted',
  rolled_over: 'Rolled over',
  write_index_updated: 'Updated the write index of',
};

/** Records a request that was carried out, or that an object is gone, and extends the lease. */
const codeNote = defineCommand({
  type: 'code.note',
  event: 'code.noted',
  pointers: [],
  payload: exact({
    id: ApplyIdSchema,
    until: RunningApplySchema.properties.until,
    object: ObjectSchema,
    did: AppliedSchema,
  }),
  rejects: ['code.not_held'],
  isBatchable: false,
  decide(state, { id, until, object, did }) {
    const record = projectRecordOf(state.body);
    const { apply } = record;
    if (apply?.id !== id) return reject('code.not_held', NOT_HELD, '/apply');
    const known = recordedObjects(record, apply.cluster).get(object);
    const at = joinPointer(joinPointer('/clusters', apply.cluster), object);
    const change: readonly Operation[] =
      known === undefined
        ? []
        : did === 'deleted' || did === 'gone'
          ? [{ op: 'remove', path: at }]
          : did === 'created' && known.isMade !== true
            ? [{ op: 'add', path: `${at}/isMade`, value: true }]
            : [];
    return { patch: [renewal(until), ...change], summary: `${APPLIED[did]} ${object}` };
  },
});

/** Gives the lock back. */
const codeEnd = defineCommand({
  type: 'code.end',
  event: 'code.ended',
  pointers: [],
  payload: ApplyEndSchema,
  rejects: ['code.not_held'],
  isBatchable: false,
  decide(state, end) {
    const { apply, last } = projectRecordOf(state.body);
    if (apply?.id !== end.id) return reject('code.not_held', NOT_HELD, '/apply');
    const { until: _, ...began } = apply;
    const requests = `${end.requests.toLocaleString('en')} ${end.requests === 1 ? 'request' : 'requests'}`;
    return {
      patch: [
        { op: 'remove', path: '/apply' },
        { op: last === undefined ? 'add' : 'replace', path: '/last', value: { ...began, ...end } },
      ],
      summary:
        end.outcome === 'done'
          ? `Applied${whereTo(apply)}: ${requests}`
          : `Stopped apply${whereTo(apply)} after ${end.sent.toLocaleString('en')} of ${requests}`,
    };
  },
});

export const CODE_COMMANDS = [codeBegin, codeRenew, codeNote, codeEnd] as const;
export type CodeCommand = CommandOf<(typeof CODE_COMMANDS)[number]>;

const model = documentModel([]);
export const openCodeState = model.openState;

/** Decides commands on the record of a project. */
export const reduceCode = reducer(commandRegistry(CODE_COMMANDS), model.applyToBody);

/** Whether the lease of an apply has not ended. Both times are of the same clock, in one form. */
export function isHeld({ until }: Pick<RunningApply, 'until'>, now: string): boolean {
  return Date.parse(until) > Date.parse(now);
}

function renewal(until: string): Operation {
  return { op: 'replace', path: '/apply/until', value: until };
}

function whereTo({ environment }: Pick<RunningApply, 'environment'>): string {
  return environment === null ? '' : ` to ${environment}`;
}

function claimOperations(
  { body }: DocumentState,
  cluster: string,
  recorded: ReadonlyMap<string, RecordedObject>,
  claims: Readonly<Record<string, Claim>>,
  dropped: readonly string[],
): readonly Operation[] {
  const at = joinPointer('/clusters', cluster);
  if (!Object.hasOwn(projectRecordOf(body).clusters, cluster))
    return [{ op: 'add', path: at, value: asJson({ ...claims }) }];
  return [
    ...Object.entries(claims).map(([object, claim]): Operation => {
      const known = recorded.get(object);
      const value = { ...claim, ...(known?.isMade === true && { isMade: true }) };
      return { op: known === undefined ? 'add' : 'replace', path: joinPointer(at, object), value };
    }),
    ...dropped.flatMap((object): readonly Operation[] => {
      const known = recorded.get(object);
      if (known === undefined || known.isLeft === true) return [];
      const path = joinPointer(at, object);
      return known.isMade === true ? [{ op: 'add', path: `${path}/isLeft`, value: true }] : [{ op: 'remove', path }];
    }),
  ];
}
