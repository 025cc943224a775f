import { describe, expect, it } from 'vitest';
import type { JsonObject } from '#domain/json';
import { ROUTES } from '#domain/wire';
import { HANDLED, sampleInput } from '../../../tests/builders/route-samples.ts';
import { PHRASES_FOR_USERS } from '../../../tests/wording/phrases.ts';
import { namesIn } from './check-input.ts';
import type { HandledRouteId } from './context.ts';
import { facetOf } from './handlers.ts';

const WRITING = HANDLED.filter((id) => ROUTES[id].writes);
/** The others are recorded by events of their own, such as those of a draft or of the storage. */
const ON_CLUSTERS = WRITING.filter((id) => ROUTES[id].usesCluster);

/** What the history calls a call of a route with one name, once it was done. */
const DONE: Partial<Record<HandledRouteId, string>> = {
  'indices.create': 'Created index orders',
  'indices.close': 'Closed index orders',
  'indices.open': 'Opened index orders',
  'indices.delete': 'Deleted index orders',
  'indices.refresh': 'Refreshed index orders',
  'indices.flush': 'Flushed index orders',
  'indices.clear_cache': 'Cleared cache of orders',
  'indices.freeze': 'Froze index orders',
  'indices.unfreeze': 'Unfroze index orders',
  'indices.forcemerge': 'Force merged index orders',
  'settings.update': 'Updated settings of orders',
  'mapping.update': 'Updated mapping of orders',
  'mapping.try': 'Tested mapping updates of orders',
  'aliases.update': 'Added alias current to orders',
  'blocks.update': 'Added write block to orders',
  'resize.run': 'Cloned index orders to sample-target',
  'rollover.run': 'Rolled over orders',
  'all_aliases.update': 'Added alias current',
  'lifecycle.retry': 'Retried lifecycle step of orders',
  'lifecycle.attach': 'Attached lifecycle policy sample to orders',
  'lifecycle.detach': 'Detached lifecycle policy from orders',
  'data_streams.create': 'Created data stream orders',
  'data_streams.delete': 'Deleted data stream orders',
  'data_streams.set_lifecycle': 'Updated retention of orders',
  'index_templates.create': 'Created index template orders',
  'index_templates.update': 'Updated index template orders',
  'index_templates.delete': 'Deleted index template orders',
  'component_templates.create': 'Created component template orders',
  'component_templates.update': 'Updated component template orders',
  'component_templates.delete': 'Deleted component template orders',
  'tasks.cancel': 'Cancelled task orders',
  'documents.try': 'Tried a document on orders',
  'documents.estimate': 'Estimated the sizes of the fields of orders',
  'documents.rehearse': 'Rehearsed a mapping on documents of orders',
  'plans.create': 'Proposed plan to replace orders with logs-v2',
  'plans.approve': 'Approved plan orders',
  'plans.throttle': 'Changed reindex throttle of plan orders: 100 documents per second',
  'plans.resume': 'Resumed plan orders',
  'plans.cancel': 'Cancelled plan orders',
  'plans.undo': 'Undid plan orders',
};

function wordsOf(id: HandledRouteId, name: string) {
  const input = sampleInput(id, name);
  return facetOf(id).words?.({ names: namesIn(input), body: input.body });
}

describe('the words of what was done', () => {
  it('are there for every route that changes a cluster, and for no other', () => {
    expect(ON_CLUSTERS.length).toBeGreaterThan(30);
    expect(ON_CLUSTERS.filter((id) => facetOf(id).words === undefined)).toEqual([]);
    expect(HANDLED.filter((id) => !ON_CLUSTERS.includes(id) && facetOf(id).words !== undefined)).toEqual([]);
  });

  it('say what, with the name, in the past', () => {
    expect(Object.fromEntries(ON_CLUSTERS.map((id) => [id, wordsOf(id, 'orders')?.doneTitle]))).toEqual(DONE);
  });

  it.each(ON_CLUSTERS)('of %s say before what is to be done, in the same words', (id) => {
    const { title = '', doneTitle = '' } = wordsOf(id, '<b>odd</b>') ?? {};
    const [, ...rest] = title.split(' ');
    expect(doneTitle.endsWith(rest.at(-1) ?? '?')).toBe(true);
    expect(title).not.toBe(doneTitle);
    for (const text of [title, doneTitle]) {
      expect(text).toMatch(/^[A-Z][^:]*(: .+)?$/);
      expect(text).not.toBe(ROUTES[id].summary);
      expect(PHRASES_FOR_USERS.filter(({ phrase }) => new RegExp(phrase, 'i').test(text))).toEqual([]);
      if (id !== 'all_aliases.update') expect(text).toContain('<b>odd</b>');
    }
  });

  it.each([
    [{ add: { alias: 'now' } }, 'Added alias now to logs'],
    [{ add: { alias: 'now', filter: {}, replaces: {} } }, 'Updated aliases of logs: now'],
    [{ remove: { alias: 'now' } }, 'Removed alias now from logs'],
  ])('of an alias say what becomes of it: %j', (operation, doneTitle) => {
    const body = { actions: [operation] };
    expect(facetOf('aliases.update').words?.({ names: ['logs'], body }).doneTitle).toBe(doneTitle);
  });

  it('of aliases say which, whether they are added, removed or moved', () => {
    const words = (...actions: JsonObject[]) =>
      facetOf('all_aliases.update').words?.({ names: [], body: { actions } }).doneTitle;
    const [add, remove] = [
      { index: 'a', add: { alias: 'x' } },
      { index: 'b', remove: { alias: 'x' } },
    ];
    expect([words(add), words(remove), words(add, remove), words(add, { index: 'a', add: { alias: 'y' } })]).toEqual([
      'Added alias x',
      'Removed alias x',
      'Updated alias x',
      'Added aliases x, y',
    ]);
  });

  it.each([
    [{ replaceIndex: { newIndex: 'logs-2' } }, 'Proposed plan to replace logs with logs-2'],
    [{ rollover: {} }, 'Proposed plan to roll over logs'],
    [{ resize: { method: 'shrink', newIndex: 'small' } }, 'Proposed plan to shrink logs to small'],
    [{ promotion: { templates: [] } }, 'Proposed plan to write templates of logs'],
  ])('of a proposal say what it does: %j', (body, doneTitle) => {
    expect(facetOf('plans.create').words?.({ names: ['logs'], body: { name: 'logs', ...body } }).doneTitle).toBe(
      doneTitle,
    );
  });

  it('name three of many, and how many more there are', () => {
    const names = ['a', 'b', 'c', 'd', 'e'];
    expect(facetOf('indices.close').words?.({ names })).toEqual({
      title: 'Close indices a, b, c and 2 more',
      doneTitle: 'Closed indices a, b, c and 2 more',
    });
    expect(facetOf('component_templates.delete').words?.({ names: ['a,b'] }).doneTitle).toBe(
      'Deleted component templates a, b',
    );
  });

  it('say what the body says', () => {
    const done = (id: HandledRouteId, body: Parameters<NonNullable<ReturnType<typeof facetOf>['words']>>[0]['body']) =>
      facetOf(id).words?.({ names: ['orders'], body }).doneTitle;
    expect(done('blocks.update', { block: 'read_only', isOn: false })).toBe('Removed read-only block from orders');
    expect(done('resize.run', { kind: 'shrink', target: 'small' })).toBe('Shrunk index orders to small');
    expect(done('resize.run', { kind: 'split', target: 'large' })).toBe('Split index orders to large');
  });
});
