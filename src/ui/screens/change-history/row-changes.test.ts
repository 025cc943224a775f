import { describe, expect, it } from 'vitest';
import { given, type Given } from '../../../../tests/builders/given.ts';
import { documentTestsStream, lintRulesStream } from '#domain/commands';
import { indexStream, liveDocument, liveTemplateDocument, templateStream } from '#domain/document';
import { clusterAuthor } from '#domain/events';
import { ADA } from '../../../fuzz/generate/stamps.ts';
import { changeOfEvent } from './change-reader.ts';
import { rowChanges } from './row-changes.ts';

const INDEX = indexStream({ cluster: 'c', name: 'hosts', uuid: 'u' });
const HOST = { type: 'keyword', ignore_above: 10 };
const found = given(undefined, '/mappings').after(
  'document.create',
  { body: liveDocument({ properties: { host: HOST, old: { type: 'ip' } } }) },
  clusterAuthor(ADA),
);
const document = found
  .after('field.edit', { field: '/mappings/properties/host', set: { ignore_above: 20 } })
  .after('field.edit', { field: '/mappings/properties/host', set: { ignore_above: 30 } })
  .after('field.edit', { field: '/mappings/properties/host', name: 'server' })
  .after('field.remove', { field: '/mappings/properties/old' })
  .after('field.add', { parent: null, name: 'new', definition: { type: 'date' } });

/** The events of some versions of a document. */
function eventsOf({ events }: Given, versions: readonly number[], stream = INDEX) {
  const all = events.map((event, at) => changeOfEvent(event, { stream, version: at + 1 }));
  return all.filter(({ version }) => versions.includes(version));
}

const shown = (...of: Parameters<typeof eventsOf>) =>
  rowChanges(eventsOf(...of)).changes.map((change) =>
    change.kind === 'whole' ? change.summary : [change.kind, change.place, change.from, change.to],
  );

describe('what events of an object changed', () => {
  it('is from the first state to the last, in words', () => {
    expect(rowChanges(eventsOf(document, [2, 3, 4, 5, 6])).count).toBe(4);
    expect(shown(document, [2, 3, 4, 5, 6])).toEqual(
      expect.arrayContaining([
        ['renamed', 'server', 'host', 'server'],
        ['removed', 'old', '(ip)', null],
        ['changed', 'ignore_above of server', '10', '30'],
        ['added', 'new', null, '(date)'],
      ]),
    );
  });

  it('says of parameters that they were or are not set', () => {
    const edited = found.after('field.edit', {
      field: '/mappings/properties/host',
      set: { store: true },
      unset: ['ignore_above'],
    });
    expect(shown(edited, [2])).toEqual(
      expect.arrayContaining([
        ['changed', 'store of host', null, 'true'],
        ['changed', 'ignore_above of host', '10', null],
      ]),
    );
  });

  it('leaves out versions in between, what was undone, and what the cluster has', () => {
    const mappings = { properties: { host: { ...HOST, ignore_above: 20 }, old: { type: 'ip' } } };
    const saved = found
      .after('field.edit', { field: '/mappings/properties/host', set: { ignore_above: 20 } })
      .after('mapping.follow', { mappings, sent: mappings }, clusterAuthor(ADA));
    expect(shown(saved, [2, 3])).toEqual([['changed', 'ignore_above of host', '10', '20']]);
    expect(shown(document, [2, 6])).toEqual([
      ['changed', 'ignore_above of host', '10', '20'],
      ['added', 'new', null, '(date)'],
    ]);
    const undone = found
      .after('field.add', { parent: null, name: 'mistake', definition: { type: 'ip' } })
      .after('history.undo', {});
    expect(shown(undone, [2, 3])).toEqual([]);
  });

  it('names places of templates and drafts as people write them', () => {
    const body = { priority: 5, template: { mappings: { properties: { host: HOST } } } };
    const edit = (template: Given, at: string) =>
      template
        .after('template.setLogistics', { set: { priority: 9 } })
        .after('field.edit', { field: `${at}/properties/host`, set: { ignore_above: 20 } });
    const expected = expect.arrayContaining([
      ['changed', 'priority', '5', '9'],
      ['changed', 'ignore_above of host', '10', '20'],
    ]) as unknown;
    const live = given(undefined, '/body/template/mappings').after('document.create', {
      body: liveTemplateDocument(body),
    });
    const stream = templateStream({ kind: 'index_template', cluster: 'c', name: 'hosts' });
    expect(shown(edit(live, '/body/template/mappings'), [2, 3], stream)).toEqual(expected);
    const draft = given(undefined, '/template/mappings').after('document.create', { body });
    expect(shown(edit(draft, '/template/mappings'), [2, 3], 'draft/a')).toEqual(expected);
  });

  it('is told by the summary where an event does not hold what was there before', () => {
    const [edit, ...rest] = eventsOf(document, [2, 3]);
    const { inverse: _, ...large } = edit ?? expect.unreachable();
    const [line, other] = rowChanges([large, ...rest]).changes;
    expect(line).toEqual({ kind: 'whole', summary: large.summary });
    expect(other).toMatchObject({ place: 'ignore_above of host', from: '20', to: '30' });
    expect(shown(found, [1])).toEqual(['Found on the cluster']);
  });

  it('names fields of any name', () => {
    const names = ['__proto__', 'constructor', 'a/b', 'a~b', '<img src=x>'];
    const many = names.reduce(
      (before, name) => before.after('field.add', { parent: null, name, definition: { type: 'ip' } }),
      found,
    );
    expect(shown(many, [2, 3, 4, 5, 6]).map((change) => change[1])).toEqual(names);
  });

  it('describes the first hundred, and counts all', () => {
    const many = Array.from({ length: 150 }).reduce<Given>(
      (before, _, at) => before.after('field.add', { parent: null, name: `f${at}`, definition: { type: 'date' } }),
      found,
    );
    const { changes, count } = rowChanges(
      eventsOf(
        many,
        Array.from({ length: 150 }, (_, at) => at + 2),
      ),
    );
    expect([changes.length, count]).toEqual([100, 150]);
  });
});

it('is told of document tests by their summaries, without their documents', () => {
  const tests = given({})
    .after('documentTest.keep', { id: '01A', test: { name: 'One', document: { secret: 1 }, expect: 'accepted' } })
    .after('documentTest.edit', { id: '01A', test: { name: 'Two', document: { secret: 2 }, expect: 'accepted' } });
  expect(shown(tests, [1, 2], documentTestsStream(INDEX))).toEqual([
    'Keep document test “One”',
    'Edit document test “Two”',
  ]);
});

it('is told of rules of lint with the reason for which they are off', () => {
  const rules = given({})
    .after('lintRule.switchOff', { rule: 'date-as-text', reason: 'never compared' })
    .after('lintRule.switchOn', { rule: 'date-as-text' });
  expect(shown(rules, [1, 2], lintRulesStream(INDEX))).toEqual([
    'Switch lint rule date-as-text off: never compared',
    'Switch lint rule date-as-text on',
  ]);
});
