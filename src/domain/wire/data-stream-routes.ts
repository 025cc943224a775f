import { Type } from 'typebox';
import { DataStreamSchema } from '../console/data-stream-entities.ts';
import { RETENTION_PATTERN } from '../console/retention.ts';
import { exact } from '../json/schemas.ts';
import { ACKNOWLEDGED, cluster, NAME_PARAMS, NAMES, DeletedDataStreamsSchema } from './contract-parts.ts';
import type { RouteContract } from './contract.ts';

/** Data streams. */
export const dataStreamRoutes = {
  'data_streams.list': cluster({
    method: 'GET',
    path: '/data_streams',
    group: 'Data streams',
    summary: 'Every data stream',
    writes: false,
    isNarrowed: true,
    query: exact({ includeStats: Type.Optional(Type.Boolean()) }),
    answer: Type.Array(DataStreamSchema),
  }),
  'data_streams.get': cluster({
    method: 'GET',
    path: '/data_streams/:name',
    group: 'Data streams',
    summary: 'One data stream, with its statistics',
    writes: false,
    params: NAME_PARAMS,
    answer: DataStreamSchema,
  }),
  'data_streams.create': cluster({
    method: 'PUT',
    path: '/data_streams/:name',
    group: 'Data streams',
    summary: 'Create a data stream',
    writes: true,
    params: NAME_PARAMS,
    answer: ACKNOWLEDGED,
  }),
  'data_streams.delete': cluster({
    method: 'POST',
    path: '/delete_data_streams',
    group: 'Data streams',
    summary: 'Delete data streams and their backing indices',
    writes: true,
    body: exact({ dataStreams: NAMES }),
    answer: DeletedDataStreamsSchema,
  }),
  'data_streams.set_lifecycle': cluster({
    method: 'PUT',
    path: '/data_streams/:name/lifecycle',
    group: 'Data streams',
    summary: 'Set how long a data stream keeps its data; the rest of its lifecycle is kept',
    writes: true,
    replaces: 'lifecycle',
    params: NAME_PARAMS,
    body: exact({
      enabled: Type.Boolean(),
      /** Data is kept for good where absent. */
      dataRetention: Type.Optional(Type.String({ pattern: RETENTION_PATTERN })),
    }),
    answer: ACKNOWLEDGED,
  }),
} as const satisfies Record<string, RouteContract>;
