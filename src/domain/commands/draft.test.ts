import { describe, expect, it } from 'vitest';
import { given } from '../../../tests/builders/given.ts';

const target = { distribution: 'opensearch', version: '3.1' } as const;
const draft = (name: string) => ({
  name,
  target,
  mappingsAt: '',
  kind: 'mappings',
  createdAt: '2026-01-01T00:00:00.000Z',
});
const list = given({ '01A': draft('Logs'), '01B': draft('ECS') });

describe('draft.add', () => {
  it('adds a draft under its id', () => {
    const outcome = list.when('draft.add', { id: '01C', draft: draft('Metrics') });
    expect(outcome).toMatchObject({
      patch: [{ op: 'add', path: '/01C', value: draft('Metrics') }],
      summary: 'Add draft Metrics',
    });
  });

  it.each([
    ['draft.exists', { id: '01A', draft: draft('Metrics') }],
    ['draft.name_taken', { id: '01C', draft: draft('Logs') }],
    ['command.invalid', { id: '', draft: draft('x') }],
    ['command.invalid', { id: '01C', draft: draft('') }],
    ['command.invalid', { id: '01C', draft: { ...draft('x'), target: { distribution: 'solr', version: '9' } } }],
    [
      'command.invalid',
      { id: '01C', draft: { ...draft('x'), target: { distribution: 'opensearch', version: 'newest' } } },
    ],
    ['command.invalid', { id: '01C', draft: { ...draft('x'), mappingsAt: 'template' } }],
  ])('refuses with %s', (code, payload) => {
    expect(list.when('draft.add', payload).rejected).toBe(code);
  });

  it('refuses an address that people could not tell from another draft', () => {
    expect(list.when('draft.add', { id: '__proto__', draft: draft('Hostile') }).patch).toEqual([
      { op: 'add', path: '/__proto__', value: draft('Hostile') },
    ]);
    expect(list.when('draft.rename', { id: 'constructor', name: 'x' }).rejected).toBe('draft.not_found');
  });
});

describe('draft.rename', () => {
  it('replaces the name', () => {
    expect(list.when('draft.rename', { id: '01A', name: 'Traces' })).toMatchObject({
      patch: [{ op: 'replace', path: '/01A/name', value: 'Traces' }],
      summary: 'Rename draft Logs to Traces',
    });
  });

  it('is no event for the name that it has', () => {
    expect(list.when('draft.rename', { id: '01A', name: 'Logs' }).unchanged).toBe(true);
  });

  it.each([
    ['draft.not_found', { id: '01X', name: 'x' }],
    ['draft.name_required', { id: '01A', name: '  ' }],
    ['draft.name_taken', { id: '01A', name: 'ECS' }],
    ['command.invalid', { id: '01A' }],
  ])('refuses with %s', (code, payload) => {
    expect(list.when('draft.rename', payload).rejected).toBe(code);
  });
});

describe('draft.setTarget', () => {
  it('replaces the engine', () => {
    const other = { distribution: 'elasticsearch', version: '8.15' };
    expect(list.when('draft.setTarget', { id: '01A', target: other })).toMatchObject({
      patch: [{ op: 'replace', path: '/01A/target', value: other }],
      summary: 'Set target engine of draft Logs to elasticsearch 8.15',
    });
  });

  it('is no event for the engine that it has', () => {
    expect(list.when('draft.setTarget', { id: '01A', target }).unchanged).toBe(true);
  });

  it.each([
    ['draft.not_found', { id: '01X', target }],
    ['command.invalid', { id: '01A', target: { version: '1' } }],
  ])('refuses with %s', (code, payload) => {
    expect(list.when('draft.setTarget', payload).rejected).toBe(code);
  });
});

describe('draft.setKind', () => {
  const kinds = given({
    '01A': { ...draft('Orders'), mappingsAt: '/mappings/_doc' },
    '01B': { ...draft('Logs'), mappingsAt: '/template/mappings', kind: 'component template' },
    '01C': draft('Plain'),
  });

  it.each([
    ['01A', 'legacy template', 'Set kind of draft Orders to legacy template'],
    ['01B', 'index template', 'Set kind of draft Logs to index template'],
  ])('replaces the kind of %s by %s', (id, kind, summary) => {
    expect(kinds.when('draft.setKind', { id, kind })).toMatchObject({
      patch: [{ op: 'replace', path: `/${id}/kind`, value: kind }],
      summary,
    });
  });

  it('is no event for the kind that it has', () => {
    expect(kinds.when('draft.setKind', { id: '01A', kind: 'mappings' }).unchanged).toBe(true);
  });

  it.each([
    ['draft.not_found', { id: '01X', kind: 'mappings' }],
    ['draft.kind_unfit', { id: '01A', kind: 'index template' }],
    ['draft.kind_unfit', { id: '01B', kind: 'legacy template' }],
    ['draft.kind_unfit', { id: '01C', kind: 'legacy template' }],
    ['command.invalid', { id: '01A', kind: 'data stream' }],
  ])('refuses with %s', (code, payload) => {
    expect(kinds.when('draft.setKind', payload).rejected).toBe(code);
  });
});

describe('draft.remove', () => {
  it('takes it off the list, and undo brings it back whole', () => {
    const removed = list.after('draft.remove', { id: '01A' });
    expect(removed.state.body).toEqual({ '01B': draft('ECS') });
    expect(removed.when('history.undo', {})).toMatchObject({
      summary: 'Undo: Delete draft Logs',
      body: { '01A': draft('Logs'), '01B': draft('ECS') },
    });
  });

  it('refuses with draft.not_found', () => {
    expect(list.when('draft.remove', { id: '01X' }).rejected).toBe('draft.not_found');
  });
});
