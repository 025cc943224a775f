import { describe, expect, it } from 'vitest';
import { given } from '../../../tests/builders/given.ts';
import { BOB, CLUSTER } from '../../fuzz/generate/stamps.ts';

const keyword = { type: 'keyword' };
const DISCARD = ['changes.discard', {}] as const;
const mappings = { dynamic: false, properties: { coupon: keyword } };
const mapping = given({ mappings, cluster: mappings }, '/mappings');
const body = { index_patterns: ['a-*'], priority: 1, template: { settings: { a: '1' }, mappings } };
const template = given({ body, cluster: body }, '/body/template/mappings');
const add = (name: string) => ['field.add', { parent: null, name, definition: keyword }] as const;

describe('changes.discard', () => {
  it('puts a mapping back to what the cluster has, by what differs alone', () => {
    const outcome = mapping
      .after(...add('amount'))
      .after('field.edit', { field: '/mappings/properties/coupon', set: { index: false } })
      .after('configuration.save', { set: { dynamic: true } })
      .when(...DISCARD);
    expect(outcome.patch).toEqual([
      { op: 'replace', path: '/mappings/dynamic', value: false },
      { op: 'remove', path: '/mappings/properties/coupon/index' },
      { op: 'remove', path: '/mappings/properties/amount' },
    ]);
    expect(outcome.body).toEqual({ mappings, cluster: mappings });
    expect(outcome.summary).toBe('Discard unsent changes');
    expect(outcome.event).toMatchObject({
      type: 'changes.discarded',
      command: { type: 'changes.discard', payload: {} },
    });
  });

  it('puts a template back with all of its parts', () => {
    const outcome = template
      .after('template.setLogistics', { set: { priority: 2 } })
      .after('template.setSettings', { settings: { a: '2' } })
      .after(...add('amount'))
      .when(...DISCARD);
    expect(outcome.body).toEqual({ body, cluster: body });
    expect(outcome.patch?.map(({ path }) => path)).toEqual([
      '/body/priority',
      '/body/template/settings/a',
      '/body/template/mappings/properties/amount',
    ]);
  });

  it('brings back what is not wanted any more, be it all of it', () => {
    const { body: without } = mapping.when('field.remove', { field: '/mappings/properties/coupon' });
    expect(given(without, '/mappings').when(...DISCARD).body).toEqual({ mappings, cluster: mappings });
    const nothing = given({ cluster: mappings }, '/mappings').when(...DISCARD);
    expect(nothing.patch).toEqual([{ op: 'add', path: '/mappings', value: mappings }]);
    expect(given({ mappings: [], cluster: mappings }, '/mappings').when(...DISCARD).body).toEqual({
      mappings,
      cluster: mappings,
    });
  });

  it('goes back to what the cluster was last seen to have', () => {
    const now = { ...mappings, properties: { coupon: keyword, theirs: { type: 'ip' } } };
    const outcome = mapping
      .after(...add('amount'))
      .after('mapping.follow', { mappings: now }, CLUSTER)
      .when(...DISCARD);
    expect(outcome.body).toEqual({ mappings: now, cluster: now });
  });

  it('is no event when nothing differs', () => {
    expect(mapping.when(...DISCARD).unchanged).toBe(true);
    expect(template.when(...DISCARD).unchanged).toBe(true);
    expect(
      mapping
        .after(...add('amount'))
        .after(...DISCARD)
        .when(...DISCARD).unchanged,
    ).toBe(true);
  });

  it.each([
    ['mappings', given({ properties: {} })],
    ['a template', given({ index_patterns: [], template: {} }, '/template/mappings')],
    ['mappings in an object beside which no cluster is noted', given({ mappings }, '/mappings')],
  ])('is rejected for a draft of %s', (_, draft) => {
    expect(draft.when(...DISCARD).rejected).toBe('changes.not_live');
  });

  it('can be undone and redone, by who discarded', () => {
    const discarded = mapping.after(...add('amount')).after(...DISCARD, BOB);
    const undone = discarded.after('history.undo', {}, BOB);
    expect(undone.state.body).toMatchObject({ mappings: { properties: { coupon: keyword, amount: keyword } } });
    expect(undone.when('history.redo', {}, BOB)).toMatchObject({
      body: { mappings, cluster: mappings },
      summary: 'Redo: Discard unsent changes',
    });
  });

  it('can be part of a batch', () => {
    const outcome = mapping.after(...add('amount')).when('batch', {
      commands: [
        { type: 'changes.discard', payload: {} },
        { type: add('b')[0], payload: add('b')[1] },
      ],
    });
    expect(outcome.body).toMatchObject({ mappings: { properties: { coupon: keyword, b: keyword } } });
  });

  it('refuses a payload of another form with command.invalid', () => {
    expect(mapping.when('changes.discard', { mappings: {} }).rejected).toBe('command.invalid');
  });
});
