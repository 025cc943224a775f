import { describe, expect, it } from 'vitest';
import { given, type Given } from '../../../../tests/builders/given.ts';
import { liveDocument } from '#domain/document';
import { clusterAuthor, SERVER_READER } from '#domain/events';
import { ADA, BOB } from '../../../fuzz/generate/stamps.ts';
import { changeOfAction } from './actions.ts';
import { changeOfEvent, type Change, type ListedAction } from './change-reader.ts';
import { listRows } from './list-rows.ts';

const keyword = { type: 'keyword' };
const fields = (...names: readonly string[]) => ({
  properties: Object.fromEntries(names.map((name) => [name, keyword])),
});
const add = (name: string) => ['field.add', { parent: null, name, definition: keyword }] as const;
const found = given(undefined, '/mappings').after(
  'document.create',
  { body: liveDocument(fields('found')) },
  clusterAuthor(ADA),
);

function action(id: string, more: Partial<ListedAction> = {}): Change {
  return changeOfAction({
    ...{ id, version: 2, author: ADA, state: 'done', at: '2026-01-01T00:00:00.000Z', cluster: 'c', nameCount: 1 },
    ...{ route: 'mapping.update', title: 'Update mapping of orders', names: ['orders'] },
    ...more,
  });
}

/** The changes of a log, the newest first. */
function changesOf({ events }: Given, stream: string): readonly Change[] {
  return events.map((event, at) => changeOfEvent(event, { stream, version: at + 1 })).reverse();
}

const shapeOf = (read: readonly Change[], matching = read) =>
  listRows(read, matching, matching.length, (stream) => stream !== 'server').map(({ row, found }) => [
    row.kind,
    row.kind === 'action' ? null : (row.action?.id ?? null),
    found.map((change) => change.action?.id ?? change.version),
  ]);

describe('the rows of the history of everything', () => {
  const saved = found
    .after(...add('a'), ADA)
    .after(...add('b'), BOB)
    .after(
      'mapping.follow',
      { mappings: fields('found', 'a', 'b'), sent: fields('found', 'a', 'b'), action: '01A' },
      SERVER_READER,
    )
    .after(...add('c'), ADA);
  const index = changesOf(saved, 'index/c/orders/u');
  const draft = changesOf(
    given(undefined)
      .after('document.create', { body: {} })
      .after(...add('x')),
    'draft/a',
  );

  it('are one for each save with its action, and one for what is not sent, object by object', () => {
    const [unsent, ...rest] = index;
    const read = [unsent, ...draft, action('01B', { route: 'indices.close' }), ...rest, action('01A')] as const;
    expect(shapeOf(read as readonly Change[])).toEqual([
      ['unsent', null, [5]],
      ['unsent', null, [2, 1]],
      ['action', null, ['01B']],
      ['saved', '01A', [4, 3, 2, '01A']],
      ['found', null, [1]],
    ]);
  });

  it('belong together also where a filter shows a part of them', () => {
    const read = [...index, action('01A')];
    const byBob = read.filter(({ author }) => author.id === BOB.id);
    expect(shapeOf(read, byBob)).toEqual([['saved', '01A', [3]]]);
    expect(shapeOf(read, [])).toEqual([]);
  });

  it('say whether older events may belong to them', () => {
    const isPartial = (read: readonly Change[]) => listRows(read, read, 9, () => true).map((row) => row.isPartial);
    expect(isPartial(index)).toEqual([false, false, false]);
    expect(isPartial(index.slice(0, 3))).toEqual([false, true]);
  });

  it('know a save that no note tells of by the action that names its events', () => {
    const unnoted = found.after(...add('a'), ADA);
    const stream = 'index/c/orders/u';
    const [newest, ...older] = changesOf(unnoted, stream);
    const sent = { stream, events: 1, ids: [newest?.id ?? ''], calls: [] };
    const read = [action('01A', { sent }), ...(newest ? [newest] : []), ...older];
    expect(shapeOf(read)).toEqual([
      ['saved', '01A', ['01A', 2]],
      ['found', null, [1]],
    ]);
    // A log that was copied has the same events, and was not sent.
    const copied = changesOf(unnoted, 'index/d/orders/u').slice(0, 1);
    expect(shapeOf([...read, ...copied]).at(-1)).toEqual(['unsent', null, [2]]);
  });

  it('are one for each event of a log that is sent nowhere', () => {
    expect(
      shapeOf(
        changesOf(
          given(undefined)
            .after('document.create', { body: {} })
            .after(...add('x')),
          'server',
        ),
      ),
    ).toEqual([
      ['dropped', null, [2]],
      ['dropped', null, [1]],
    ]);
  });

  it('are made of ten thousand changes at once', () => {
    const sample = index[0] ?? expect.unreachable();
    const many = Array.from({ length: 10_000 }, (_, at): Change => ({
      ...sample,
      id: `e${at}`,
      stream: `index/c/i${at % 100}/u`,
      version: 10_000 - at,
    }));
    const rows = listRows(many, many, 150, () => true);
    expect(rows).toHaveLength(100);
    expect(rows.map(({ shownCount }) => shownCount).slice(48, 52)).toEqual([2, 2, 1, 1]);
    // Changes of a row that are not shown are still part of its text.
    expect(rows.every(({ found }) => found.length === 100)).toBe(true);
  });
});
