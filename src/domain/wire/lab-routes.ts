import { Type } from 'typebox';
import { exact } from '../json/schemas.ts';
import { NAME_PARAMS } from './contract-parts.ts';
import type { RouteContract } from './contract.ts';
import {
  MAX_LAB_CASES,
  MAX_LAB_DOCUMENT_PARTS,
  MAX_LAB_NAME_LENGTH,
  MAX_LAB_PARTS,
  MAX_LAB_SECONDS,
  MAX_LAB_SEED,
  MAX_LAB_THREADS,
  LAB_PART_LENGTH,
} from './limits.ts';

const COUNT = Type.Integer({ minimum: 0 });
const CLUSTER = exact({ id: Type.String(), label: Type.String() });
const TARGET = Type.String({ minLength: 1, maxLength: 64 });

/** When a run is over: after so many cases, or after so many seconds of work. */
const BUDGET = Type.Union([
  exact({ cases: Type.Integer({ minimum: 1, maximum: MAX_LAB_CASES }) }),
  exact({ seconds: Type.Integer({ minimum: 1, maximum: MAX_LAB_SECONDS }) }),
]);

const RUN = exact({
  id: Type.String(),
  target: Type.String(),
  seed: COUNT,
  /** The scratch cluster, where the target needs one. */
  cluster: Type.Union([CLUSTER, Type.Null()]),
  /** It tests the sandbox instead of a cluster. */
  isOnSandbox: Type.Boolean(),
  /** Name of the user's mapping or template that its cases begin with; null if all cases are generated. */
  beginsWith: Type.Union([Type.String(), Type.Null()]),
  budget: BUDGET,
  threads: Type.Integer({ minimum: 1 }),
  /** `interrupted`: the server ended meanwhile; `failed`: it could not go on, as when the cluster is gone. */
  state: Type.Enum(['running', 'stopped', 'interrupted', 'failed', 'done']),
  startedBy: Type.String(),
  startedAt: Type.String(),
  /** Null while it runs. */
  endedAt: Type.Union([Type.String(), Type.Null()]),
  /** How long it has worked, without its pauses. */
  activeMs: COUNT,
  /** Cases that were tried. */
  cases: COUNT,
  /** Commands, mappings or requests in them, and those that were accepted. */
  given: COUNT,
  accepted: COUNT,
  /** Laws that were broken. */
  failures: COUNT,
  /** Why it failed, or ended before its budget. */
  reason: Type.Optional(Type.String()),
});

const FAILURE = exact({
  law: Type.String(),
  message: Type.String(),
  /** What happens in the case, in sentences, up to where it fails. */
  steps: Type.Array(Type.String()),
});

const RUN_DETAILS = exact({
  ...RUN.properties,
  coverage: Type.Array(
    exact({
      kind: Type.String(),
      reached: COUNT,
      all: COUNT,
      /** Names that no case has met. */
      missing: Type.Array(Type.String()),
    }),
  ),
  /** The first case of each law that was broken. */
  failed: Type.Array(exact({ case: COUNT, ...FAILURE.properties, shrinks: COUNT, isKept: Type.Boolean() })),
  /** How far the run was, now and then: counts from its beginning. */
  samples: Type.Array(exact({ activeMs: COUNT, cases: COUNT, given: COUNT, accepted: COUNT })),
});

/** Fuzz runs on the server: one at a time, kept until they are removed. */
export const labRoutes = {
  'lab.get': {
    method: 'GET',
    path: '/lab',
    group: 'Fuzz lab',
    summary: 'What can be fuzzed here, and on which clusters',
    writes: false,
    usesCluster: false,
    answer: exact({
      targets: Type.Array(
        exact({
          name: Type.String(),
          about: Type.String(),
          needsCluster: Type.Boolean(),
          /** The sandbox can stand for the cluster. */
          takesSandbox: Type.Boolean(),
          /** Cases can begin with a mapping or template of the user's. */
          takesFiles: Type.Boolean(),
        }),
      ),
      /** Those that the settings mark as scratch clusters. */
      clusters: Type.Array(CLUSTER),
      maxThreads: Type.Integer({ minimum: 1 }),
      /** A failed case as they read, of a fault that was planted, and the file to replay it. */
      example: exact({ target: Type.String(), ...FAILURE.properties, caseFile: Type.String() }),
    }),
  },
  'lab.runs': {
    method: 'GET',
    path: '/lab/runs',
    group: 'Fuzz lab',
    summary: 'Fuzz runs, the newest first',
    writes: false,
    usesCluster: false,
    answer: exact({ runs: Type.Array(RUN) }),
  },
  'lab.run': {
    method: 'GET',
    path: '/lab/runs/:name',
    group: 'Fuzz lab',
    summary: 'A fuzz run: progress, coverage and failed cases',
    writes: false,
    usesCluster: false,
    params: NAME_PARAMS,
    answer: RUN_DETAILS,
  },
  'lab.start': {
    method: 'POST',
    path: '/lab/runs',
    group: 'Fuzz lab',
    summary: 'Start a fuzz run; refused while another one is running',
    writes: true,
    usesCluster: false,
    body: exact({
      target: TARGET,
      /** A random one where absent. */
      seed: Type.Optional(Type.Integer({ minimum: 0, maximum: MAX_LAB_SEED })),
      budget: BUDGET,
      threads: Type.Integer({ minimum: 1, maximum: MAX_LAB_THREADS }),
      /** The id of a scratch cluster, for targets that need one. */
      scratchCluster: Type.Optional(Type.String({ minLength: 1, maxLength: 64 })),
      /** Use a separate sandbox in memory instead of a scratch cluster. */
      onSandbox: Type.Optional(Type.Boolean()),
      /**
       * A mapping or template that cases begin with: its name, and its text as JSON in parts, as no request holds
       * longer strings.
       */
      beginsWith: Type.Optional(
        exact({
          name: Type.String({ minLength: 1, maxLength: MAX_LAB_NAME_LENGTH }),
          parts: Type.Array(Type.String({ maxLength: LAB_PART_LENGTH }), {
            minItems: 1,
            maxItems: MAX_LAB_DOCUMENT_PARTS,
          }),
        }),
      ),
    }),
    takesDocument: true,
    answer: RUN,
  },
  'lab.stop': {
    method: 'POST',
    path: '/lab/runs/:name/stop',
    group: 'Fuzz lab',
    summary: 'Stop a fuzz run; what it found is kept',
    writes: true,
    usesCluster: false,
    params: NAME_PARAMS,
    answer: RUN,
  },
  'lab.resume': {
    method: 'POST',
    path: '/lab/runs/:name/resume',
    group: 'Fuzz lab',
    summary: 'Resume a fuzz run at its next case',
    writes: true,
    usesCluster: false,
    params: NAME_PARAMS,
    answer: RUN,
  },
  'lab.remove': {
    method: 'DELETE',
    path: '/lab/runs/:name',
    group: 'Fuzz lab',
    summary: 'Remove a fuzz run that is not running',
    writes: true,
    usesCluster: false,
    params: NAME_PARAMS,
    answer: exact({}),
  },
  'lab.case': {
    method: 'GET',
    path: '/lab/runs/:name/case',
    group: 'Fuzz lab',
    summary: 'A failed case: the file that replays it, and what the editor can open of it',
    writes: false,
    usesCluster: false,
    params: NAME_PARAMS,
    query: exact({ case: COUNT }),
    answer: exact({
      fileName: Type.String(),
      file: Type.String(),
      /** The case as an exported log, or as the mapping or template that it is about; null where it is neither. */
      draft: Type.Union([exact({ name: Type.String(), text: Type.String() }), Type.Null()]),
    }),
  },
  'lab.replay': {
    // It keeps nothing, but it works as hard as a run does.
    method: 'POST',
    path: '/lab/replay',
    group: 'Fuzz lab',
    summary: 'Try a failed case or an exported log again',
    writes: true,
    usesCluster: false,
    body: exact({
      /** The text of the file, in parts: no request holds longer strings. */
      parts: Type.Array(Type.String({ maxLength: LAB_PART_LENGTH }), { minItems: 1, maxItems: MAX_LAB_PARTS }),
    }),
    takesDocument: true,
    answer: exact({
      kind: Type.Union([Type.Literal('case'), Type.Literal('log')]),
      /** The first law that does not hold; null where everything does. */
      broken: Type.Union([exact({ law: Type.String(), message: Type.String() }), Type.Null()]),
    }),
  },
} as const satisfies Record<string, RouteContract>;
