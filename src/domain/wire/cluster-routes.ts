import { Type } from 'typebox';
import { ClusterEntrySchema, ClusterStatusSchema } from '../console/cluster-entities.ts';
import { exact, NameSchema } from '../json/schemas.ts';
import { cluster } from './contract-parts.ts';
import type { RouteContract } from './contract.ts';

/** The clusters of the configuration, and signing in to one. */
export const clusterRoutes = {
  'clusters.list': {
    method: 'GET',
    path: '/clusters',
    group: 'Cluster',
    summary: 'The clusters of the configuration',
    writes: false,
    usesCluster: false,
    answer: exact({
      clusters: Type.Array(ClusterEntrySchema),
      isReadOnly: Type.Boolean(),
      /** Whether a change of a cluster takes or needs a reason. */
      reasons: Type.Optional(Type.Enum(['off', 'optional', 'required'])),
      /** Whether browsers record their drafts here; absent from servers that do not say. */
      hasSharedTrail: Type.Optional(Type.Boolean()),
    }),
  },
  'cluster.get': cluster({
    method: 'GET',
    path: '/cluster',
    group: 'Cluster',
    summary: 'How a cluster is doing, and what it can do',
    writes: false,
    answer: ClusterStatusSchema,
  }),
  'plugins.list': cluster({
    method: 'GET',
    path: '/nodes/plugins',
    group: 'Cluster',
    summary: 'Names of the plugins that are installed',
    writes: false,
    answer: Type.Array(Type.String()),
  }),
  'session.open': cluster({
    // It changes nothing on a cluster, so a read-only server takes it too.
    method: 'POST',
    path: '/session',
    group: 'Session',
    summary: 'Sign in with the credentials of the cluster',
    writes: false,
    body: Type.Union([
      exact({ username: NameSchema, password: Type.String({ maxLength: 4_096 }) }),
      exact({ apiKey: Type.String({ minLength: 1, maxLength: 4_096 }) }),
    ]),
    answer: exact({ user: Type.String() }),
  }),
  'session.close': cluster({
    method: 'DELETE',
    path: '/session',
    group: 'Session',
    summary: 'Sign out',
    writes: false,
    answer: exact({}),
  }),
} as const satisfies Record<string, RouteContract>;
