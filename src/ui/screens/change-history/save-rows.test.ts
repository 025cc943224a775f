import { describe, expect, it } from 'vitest';
import { given, type Given } from '../../../../tests/builders/given.ts';
import { liveDocument } from '#domain/document';
import { clusterAuthor, SERVER_READER } from '#domain/events';
import { unsentEvents } from '#domain/history';
import { changeOfEvent, type ListedAction } from './change-reader.ts';
import { isLeftOut, isReachUnknown, stateRows, withActions, type SaveRow, type StateRow } from './save-rows.ts';

const STREAM = 'index/orders/uuid';
const ANA = { id: 'ana', name: 'Ana', verified: false };
const BOB = { id: 'bob', name: 'Bob', verified: true };
const fields = (...names: readonly string[]) => ({
  properties: Object.fromEntries(names.map((name) => [name, { type: 'keyword' }])),
});
const add = (name: string) => ['field.add', { parent: null, name, definition: { type: 'keyword' } }] as const;
const found = given(undefined, '/mappings').after(
  'document.create',
  { body: liveDocument(fields('found')) },
  clusterAuthor(ANA),
);
const saved = (document: Given, mappings: object, action?: string) =>
  document.after(
    'mapping.follow',
    { mappings, sent: mappings, ...(action !== undefined && { action }) },
    action === undefined ? clusterAuthor(ANA) : SERVER_READER,
    // By earlier rules a note named no action.
    action === undefined ? 4 : undefined,
  );
const idsOf = ({ events }: Given, ...versions: readonly number[]) =>
  versions.map((version) => events[version - 1]?.id ?? '');

function action(id: string, more: Partial<ListedAction> = {}): ListedAction {
  return {
    ...{ id, version: 2, author: ANA, state: 'done', at: '2020-01-01T00:00:00.000Z', cluster: 'c', nameCount: 1 },
    ...{ route: 'mapping.update', title: 'Update mapping', names: ['orders'] },
    ...more,
  };
}

const sentWith = (ids: readonly string[]) => ({ sent: { events: ids.length, ids: [...ids], calls: [] } });
const changesOf = ({ events }: Given) =>
  events.map((event, at) => changeOfEvent(event, { stream: STREAM, version: at + 1 }));
/** As the History tab has them, which knows the state; and as the list has them, which knows the events alone. */
function rowsOf(document: Given, ...actions: readonly ListedAction[]): readonly SaveRow[] {
  const isUnsent = () => unsentEvents(document.state).length > 0;
  const rows = withActions(stateRows(changesOf(document), actions, isUnsent), actions);
  expect(shapeOf(withActions(stateRows(changesOf(document), actions), actions))).toEqual(shapeOf(rows));
  return rows;
}
const shapeOf = (rows: readonly SaveRow[]) =>
  rows.map((row) => [
    row.kind,
    ...(row.kind === 'action' ? [row.action.id] : row.events.map(({ version }) => version)),
  ]);

describe('the rows of the history of an object', () => {
  const twice = saved(found.after(...add('a'), ANA).after(...add('b'), BOB), fields('found', 'a', 'b'), '01A');

  it('have the events between two saves together, with the action that sent them', () => {
    const document = saved(twice.after(...add('c'), ANA), fields('found', 'a', 'b', 'c'), '01B');
    const rows = rowsOf(document, action('01B'), action('01A'));
    expect(shapeOf(rows)).toEqual([
      ['saved', 6, 5],
      ['saved', 4, 3, 2],
      ['found', 1],
    ]);
    expect(rows[1]).toMatchObject({ action: { id: '01A' }, version: 4 });
  });

  it('begin with what is not sent', () => {
    const rows = rowsOf(twice.after(...add('c'), ANA), action('01A', { at: '2099-01-01T00:00:00.000Z' }), action('09'));
    expect(shapeOf(rows)).toEqual([
      ['unsent', 5],
      ['saved', 4, 3, 2],
      ['found', 1],
      ['action', '09'],
    ]);
  });

  it('keep apart what was discarded, and what others changed on the cluster', () => {
    const discarded = found
      .after(...add('a'), ANA)
      .after('changes.discard', {}, ANA)
      .after(...add('b'), ANA);
    const document = discarded.after('mapping.follow', { mappings: fields('found', 'theirs') }, clusterAuthor(BOB));
    expect(shapeOf(rowsOf(document))).toEqual([
      ['unsent', 4],
      ['outside', 5],
      ['dropped', 3, 2],
      ['found', 1],
    ]);
  });

  it('have changes that were undone as not sent, but not as to be sent', () => {
    const document = found.after(...add('a'), ANA).after('history.undo', {}, ANA);
    expect(shapeOf(rowsOf(document))).toEqual([
      ['dropped', 3, 2],
      ['found', 1],
    ]);
  });

  it('have an action that failed by itself, and its changes as not sent', () => {
    const document = found.after(...add('a'), ANA);
    const failed = action('01A', { state: 'failed', at: '2099-01-01T00:00:00.000Z', ...sentWith(idsOf(document, 2)) });
    expect(shapeOf(rowsOf(document, failed))).toEqual([
      ['unsent', 2],
      ['action', '01A'],
      ['found', 1],
    ]);
  });

  it('know a save without a note by the changes that its action names', () => {
    const document = found.after(...add('a'), ANA).after(...add('b'), ANA);
    const [row, open] = rowsOf(document, action('01A', sentWith(idsOf(document, 2))));
    expect(row).toMatchObject({ kind: 'unsent', version: 3 });
    expect(open).toMatchObject({ kind: 'saved', version: 2, action: { id: '01A' } });
  });

  it('find the action of a note that does not name it by the changes', () => {
    const document = saved(found.after(...add('a'), ANA), fields('found', 'a'));
    const [row] = rowsOf(document, action('01A', sentWith(idsOf(document, 2))));
    expect(row).toMatchObject({ kind: 'saved', action: { id: '01A' } });
    expect(rowsOf(document)[0]).toMatchObject({ kind: 'saved' });
  });

  it('say which events a save left out, where its action names all of its events', () => {
    const leftOut = (more: Partial<ListedAction>) => {
      const row = rowsOf(twice, action('01A', more))[0] as StateRow;
      return row.events.map((event) => isLeftOut(row, event));
    };
    const [first = ''] = idsOf(twice, 2);
    expect(leftOut(sentWith([first]))).toEqual([false, true, false]);
    expect(leftOut({ sent: { events: 2, ids: [first], calls: [] } })).toEqual([false, false, false]);
    expect(leftOut({})).toEqual([false, false, false]);
  });

  it('do not say of changes from before the record of saves that they were not sent', () => {
    const document = found.after(...add('a'), ANA);
    const [row] = rowsOf(document) as readonly StateRow[];
    expect(row && isReachUnknown(row)).toBe(false);
    const old = row && { ...row, events: row.events.map((event) => ({ ...event, rules: 1 })) };
    expect(old && isReachUnknown(old)).toBe(true);
  });
});
