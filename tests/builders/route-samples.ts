import type { JsonObject, JsonValue } from '#domain/json';
import { ROUTES, type RouteContract } from '#domain/wire';
import type { HandledRouteId } from '../../src/server/console/context.ts';

/** What a route takes in its body beside names, where that is more than nothing. */
const BODIES: Partial<Record<HandledRouteId, JsonObject>> = {
  'aliases.update': { actions: [{ add: { alias: 'current' } }] },
  'data_streams.set_lifecycle': { enabled: true },
  'blocks.update': { block: 'write', isOn: true },
  'resize.run': { kind: 'clone', target: 'sample-target' },
  'rollover.run': { oldIndex: 'sample-000001' },
  'all_aliases.update': { actions: [{ index: 'sample', add: { alias: 'current' } }] },
  'lifecycle.attach': { policy: 'sample' },
  'tasks.cancel': {
    action: 'indices:data/write/reindex',
    description: 'reindex from [a] to [b]',
    startedAt: '2026-11-22T10:00:00.000Z',
  },
  'plans.throttle': { docsPerSecond: 100 },
  'plans.create': { replaceIndex: { newIndex: 'logs-v2' } },
  'mapping.try': { updates: [{ properties: { a: { type: 'keyword' } } }] },
  'documents.get': { id: '1' },
  'documents.sample': { documents: 100 },
  'documents.simulate': { mappings: {}, document: { a: 1 } },
  'documents.try': { mappings: {}, document: { a: 1 } },
  'documents.rehearse': { mappings: {}, documents: 100 },
  'documents.estimate': { documents: 100, fields: ['a'] },
  'trail.append': {
    stream: 'draft/sample',
    after: 0,
    events: [
      {
        format: 1,
        id: '01J00000000000000000000001',
        at: '2026-11-22T10:00:00.000Z',
        author: { id: 'ada', name: 'Ada', verified: false },
        type: 'document.created',
        summary: 'Created',
        command: { type: 'document.create', payload: {} },
        patch: [{ op: 'add', path: '', value: {} }],
      },
    ],
  },
  'trail.present': { author: 'ada', name: 'Ada', stream: null, field: null },
  'trail.share': {
    stream: 'draft/sample',
    isShared: true,
    draft: {
      name: 'Sample',
      kind: 'mappings',
      mappingsAt: '',
      target: { distribution: 'elasticsearch', version: '9.0.0' },
    },
  },
  'trail.erase': { author: 'ada' },
  'trail.erase_stream': { stream: 'draft/sample', version: 1, reason: 'OPS-1' },
  'code.begin': {
    id: 'sample-apply-0001',
    cluster: 'uuid',
    environment: null,
    commit: null,
    isDirty: false,
    objects: [],
  },
  'code.renew': { id: 'sample-apply-0001' },
  'code.note': { id: 'sample-apply-0001', object: 'index_templates/logs', did: 'created' },
  'code.end': { id: 'sample-apply-0001', outcome: 'done', sent: 0, requests: 0 },
  'lab.start': { target: 'import', seed: 1, budget: { cases: 1 }, threads: 1 },
  'lab.replay': { parts: ['{}'] },
  'usage.report': { report: { reportVersion: 3 } },
};

/** What a route needs in its query. */
const QUERIES: Partial<Record<HandledRouteId, Readonly<Record<string, string>>>> = {
  'trail.read': { stream: 'draft/sample' },
  'trail.tombstones': { stream: 'draft/sample' },
  'proof.inclusion': { stream: 'draft/sample', version: '1', size: '1' },
  'proof.verify': { stream: 'draft/sample' },
  'code.get': { on: 'uuid' },
  'documents.rehearsal': { id: 'a-rehearsal-of-a-sample' },
  'lab.case': { case: '0' },
  'proof.consistency': { from: '1', to: '1' },
};

/** How a route takes names in its body, by the member of the contract. */
const NAMES_IN_BODY: Readonly<Record<string, (name: string) => JsonValue>> = {
  indices: (name) => [name],
  indexNames: (name) => [name],
  dataStreams: (name) => [name],
  templates: (name) => [{ name }],
  name: (name) => name,
  index: (name) => name,
};

export const HANDLED: readonly HandledRouteId[] = (Object.keys(ROUTES) as (keyof typeof ROUTES)[]).filter(
  (id) => id !== 'session.open' && id !== 'session.close',
);

/** Input that the contract of a route takes, with one name wherever it takes names. */
export function sampleInput(
  id: HandledRouteId,
  name: string,
): {
  readonly params?: { readonly name: string };
  readonly query?: Readonly<Record<string, string>>;
  readonly body?: JsonObject;
} {
  const { params, body }: RouteContract = ROUTES[id];
  const members: Readonly<Record<string, unknown>> =
    body !== undefined && 'properties' in body ? (body.properties as Record<string, unknown>) : {};
  // Names in the trail are those of people.
  const named = id.startsWith('trail.') ? [] : Object.keys(members);
  const names = named.flatMap((key): [string, JsonValue][] => {
    const given = NAMES_IN_BODY[key];
    return given === undefined ? [] : [[key, given(name)]];
  });
  return {
    ...(params !== undefined && { params: { name } }),
    ...(QUERIES[id] !== undefined && { query: QUERIES[id] }),
    ...(body !== undefined && { body: { ...BODIES[id], ...Object.fromEntries(names) } }),
  };
}

/** Whether a call of the route says a name. */
export function takesNames(id: HandledRouteId): boolean {
  const text = JSON.stringify(sampleInput(id, '#name#'));
  return text.includes('#name#');
}
