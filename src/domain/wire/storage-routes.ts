import { Type } from 'typebox';
import { exact } from '../json/schemas.ts';
import type { RouteContract } from './contract.ts';

const COUNT = Type.Integer({ minimum: 0 });

/** What the server keeps on its disk. */
export const storageRoutes = {
  'storage.get': {
    method: 'GET',
    path: '/storage',
    group: 'Storage',
    summary: 'What the server keeps, for how long, and how large it is',
    writes: false,
    usesCluster: false,
    answer: exact({
      fileBytes: COUNT,
      /** By what they are about, as the names of streams begin. */
      streams: Type.Array(exact({ kind: Type.String(), streams: COUNT, events: COUNT })),
      /** Events in the tree, with those that were erased. */
      leaves: COUNT,
      /** Names of authors. */
      names: COUNT,
      erased: exact({ logs: COUNT, events: COUNT }),
      retention: exact({
        /** How long actions are kept; null for ever. */
        actionDays: Type.Union([Type.Integer({ minimum: 1 }), Type.Null()]),
        /** Since the start of the server. */
        lastRun: Type.Union([exact({ at: Type.String(), actions: COUNT }), Type.Null()]),
      }),
      checkpoint: Type.Union([exact({ size: COUNT, at: Type.String(), key: Type.String() }), Type.Null()]),
      /** Between two checkpoints; 0 for none on a timer. */
      checkpointMinutes: COUNT,
      /** Whether browsers record their drafts here. */
      hasSharedTrail: Type.Boolean(),
    }),
  },
  'storage.test': {
    method: 'POST',
    path: '/storage/test',
    group: 'Storage',
    summary: 'Record an event, read it back and check the newest hashes',
    writes: true,
    usesCluster: false,
    answer: exact({
      isSound: Type.Boolean(),
      /** In their order; nothing was done after one that failed. */
      steps: Type.Array(exact({ isSound: Type.Boolean(), text: Type.String() })),
    }),
  },
} as const satisfies Record<string, RouteContract>;
