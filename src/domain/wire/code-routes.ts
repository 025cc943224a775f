import { Type } from 'typebox';
import {
  AppliedSchema,
  ApplyEndSchema,
  ApplyIdSchema,
  ApplySourceSchema,
  ClaimSchema,
  ClusterUuidSchema,
  ObjectSchema,
  ProjectNameSchema,
  RunningApplySchema,
} from '../apply/index.ts';
import { OBJECT_KINDS } from '../code/kinds.ts';
import { exact } from '../json/schemas.ts';
import { cluster } from './contract-parts.ts';
import type { RouteContract } from './contract.ts';
import { MAX_CLAIMS, MAX_NAMES } from './limits.ts';

const PROJECT = exact({ name: ProjectNameSchema });
const ClaimedSchema = exact({ object: ObjectSchema, ...ClaimSchema.properties });

const LeaseSchema = exact({
  /** End of the lease, by the clock of the server. */
  until: Type.String(),
  /** How long a lease is from each request on. */
  leaseSeconds: Type.Integer({ minimum: 1 }),
});

/** Newest apply of a project to a cluster. */
const AppliedToSchema = exact({
  /** When it began, by the clock of the server. */
  at: Type.String(),
  by: Type.String(),
  environment: ApplySourceSchema.properties.environment,
  commit: ApplySourceSchema.properties.commit,
  isDirty: ApplySourceSchema.properties.isDirty,
  /** `running` also after an apply that was killed. */
  outcome: Type.Enum(['running', 'done', 'stopped']),
});

/**
 * How the cluster has a claimed object: as the file that was applied last, otherwise, or not. Of an index only whether
 * it exists is known: its file names what must hold, and the record has only a digest of that.
 */
const ClaimStateSchema = Type.Enum(['same', 'changed', 'missing', 'exists']);

const ClaimedObjectSchema = exact({
  project: Type.String(),
  object: ObjectSchema,
  kind: Type.Enum([...OBJECT_KINDS]),
  name: Type.String(),
  ...ClaimSchema.properties,
  /** The newest apply had no file of it. */
  isLeft: Type.Boolean(),
  applied: AppliedToSchema,
  /** Only where it is asked for. */
  state: Type.Optional(ClaimStateSchema),
});

/** What `mapledger apply` records, and the lock that it takes; `:name` is the name of a project. */
export const codeRoutes = {
  'code.claims': cluster({
    method: 'GET',
    path: '/code',
    group: 'Mappings as code',
    summary: 'Templates and indices of a cluster that projects claim, and the newest apply of each project to it',
    writes: false,
    query: exact({
      /** Whether to compare them with what the cluster has. */
      state: Type.Optional(Type.Boolean()),
    }),
    answer: exact({
      /** In the order of their projects and addresses. */
      claims: Type.Array(ClaimedObjectSchema, { maxItems: MAX_CLAIMS }),
      /** How many there are beyond these. */
      more: Type.Integer({ minimum: 0 }),
      /** How many the caller may not read on the cluster. */
      hidden: Type.Integer({ minimum: 0 }),
    }),
  }),
  'code.get': {
    method: 'GET',
    path: '/code/:name',
    group: 'Mappings as code',
    summary: 'What applies of a project have recorded, and who has its lock',
    writes: false,
    usesCluster: false,
    params: PROJECT,
    /** UUID of the cluster whose objects are asked for. */
    query: exact({ on: ClusterUuidSchema }),
    answer: exact({
      /** The apply that has the lock, and whose it is; null where it is free. */
      lock: Type.Union([exact({ ...RunningApplySchema.properties, author: Type.String() }), Type.Null()]),
      objects: Type.Array(
        exact({
          ...ClaimedSchema.properties,
          /** An apply of the project has created it. */
          isMade: Type.Boolean(),
          /** The newest apply had no file of it. */
          isLeft: Type.Boolean(),
        }),
      ),
      /** What other projects claim on the cluster. */
      others: Type.Array(exact({ project: Type.String(), object: ObjectSchema })),
    }),
  },
  'code.begin': {
    method: 'POST',
    path: '/code/:name/begin',
    group: 'Mappings as code',
    summary: 'Take the lock of a project for an apply, and record what its files claim',
    writes: true,
    usesCluster: false,
    params: PROJECT,
    body: exact({
      id: ApplyIdSchema,
      ...ApplySourceSchema.properties,
      objects: Type.Array(ClaimedSchema, { maxItems: MAX_NAMES }),
    }),
    answer: LeaseSchema,
  },
  'code.renew': {
    method: 'POST',
    path: '/code/:name/renew',
    group: 'Mappings as code',
    summary: 'Renew the lease of an apply',
    writes: true,
    usesCluster: false,
    params: PROJECT,
    body: exact({ id: ApplyIdSchema }),
    answer: LeaseSchema,
  },
  'code.note': {
    method: 'POST',
    path: '/code/:name/note',
    group: 'Mappings as code',
    summary: 'Record a request that an apply has carried out, and renew its lease',
    writes: true,
    usesCluster: false,
    params: PROJECT,
    body: exact({ id: ApplyIdSchema, object: ObjectSchema, did: AppliedSchema }),
    answer: LeaseSchema,
  },
  'code.end': {
    method: 'POST',
    path: '/code/:name/end',
    group: 'Mappings as code',
    summary: 'Record how an apply ended, and give the lock back',
    writes: true,
    usesCluster: false,
    params: PROJECT,
    body: ApplyEndSchema,
    answer: exact({}),
  },
} as const satisfies Record<string, RouteContract>;
