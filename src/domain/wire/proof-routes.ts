import { Type } from 'typebox';
import { exact } from '../json/schemas.ts';
import { ConsistencyProofSchema, InclusionProofSchema, SignedCheckpointSchema } from '../proof/trail-file.ts';
import type { RouteContract } from './contract.ts';
import { MAX_CHECKPOINTS } from './limits.ts';

const SIZE = Type.Integer({ minimum: 1 });
const STREAM = Type.String({ minLength: 1, maxLength: 4_096 });

const VerificationSchema = Type.Union([
  exact({
    ok: Type.Literal(true),
    streams: Type.Integer(),
    events: Type.Integer(),
    /** What can't be vouched for although nothing is wrong. */
    notes: Type.Array(exact({ code: Type.String(), text: Type.String(), count: Type.Optional(Type.Integer()) })),
  }),
  exact({
    ok: Type.Literal(false),
    /** The first thing that is wrong. */
    fault: exact({
      stream: Type.Union([Type.String(), Type.Null()]),
      version: Type.Union([Type.Integer(), Type.Null()]),
      kind: Type.String(),
      reason: Type.String(),
    }),
  }),
]);

/** What makes the trail provable to somebody who does not trust this server. */
export const proofRoutes = {
  'proof.key': {
    method: 'GET',
    path: '/proof/key',
    group: 'Proof',
    summary: 'Public key that this server signs checkpoints with',
    writes: false,
    usesCluster: false,
    answer: exact({ id: Type.String(), publicKey: Type.String() }),
  },
  'proof.checkpoints': {
    method: 'GET',
    path: '/proof/checkpoints',
    group: 'Proof',
    summary: 'Signed checkpoints, newest first',
    writes: false,
    usesCluster: false,
    query: exact({ limit: Type.Optional(Type.Integer({ minimum: 1, maximum: MAX_CHECKPOINTS })) }),
    answer: exact({ checkpoints: Type.Array(SignedCheckpointSchema) }),
  },
  'proof.checkpoint': {
    // Changes nothing on a cluster, and a read-only server signs too.
    method: 'POST',
    path: '/proof/checkpoint',
    group: 'Proof',
    summary: 'Sign the trail as it is now',
    writes: false,
    usesCluster: false,
    answer: exact({ checkpoint: SignedCheckpointSchema }),
  },
  'proof.inclusion': {
    method: 'GET',
    path: '/proof/inclusion',
    group: 'Proof',
    summary: 'Proof that a record is under the checkpoint of a size',
    writes: false,
    usesCluster: false,
    query: exact({
      stream: STREAM,
      version: Type.Integer({ minimum: 1 }),
      size: SIZE,
      /** Who reads, where nobody is signed in. */
      author: Type.Optional(Type.String({ minLength: 1, maxLength: 256 })),
    }),
    answer: exact({ proof: InclusionProofSchema }),
  },
  'proof.consistency': {
    method: 'GET',
    path: '/proof/consistency',
    group: 'Proof',
    summary: 'Proof that the trail of one checkpoint begins the trail of another',
    writes: false,
    usesCluster: false,
    query: exact({ from: SIZE, to: SIZE }),
    answer: exact({ proof: ConsistencyProofSchema }),
  },
  'proof.verify': {
    method: 'GET',
    path: '/proof/verify',
    group: 'Proof',
    summary: 'Verify a stream: every command is decided again',
    writes: false,
    usesCluster: false,
    query: exact({
      stream: STREAM,
      /** Who reads, where nobody is signed in. */
      author: Type.Optional(Type.String({ minLength: 1, maxLength: 256 })),
    }),
    answer: exact({ result: VerificationSchema }),
  },
} as const satisfies Record<string, RouteContract>;
