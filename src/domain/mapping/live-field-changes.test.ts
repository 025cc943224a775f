import { describe, expect, it } from 'vitest';
import { definitionReindexNeeds } from './live-field-changes.ts';

const TARGET = { distribution: 'elasticsearch', version: '9.5.3' } as const;

describe('a changed definition', () => {
  it('needs a new index for each parameter that no live index takes', () => {
    const was = { type: 'keyword', doc_values: true, ignore_above: 256 };
    const wanted = { type: 'keyword', doc_values: false, ignore_above: 512, store: true };
    expect(definitionReindexNeeds(was, wanted, TARGET).map(({ at, reason }) => [at, reason])).toEqual([
      ['/doc_values', 'doc_values can’t be changed on a live index.'],
      ['/store', 'store can’t be changed on a live index.'],
    ]);
  });

  it('needs a new index for another type, whatever else is changed', () => {
    expect(definitionReindexNeeds({ type: 'keyword' }, { type: 'text', store: true }, TARGET)).toEqual([
      { at: '', path: '', reason: 'The type can’t be changed from keyword to text on a live index.' },
    ]);
  });

  it('is judged by what the engine assumes, which differs between versions', () => {
    const needs = (version: string, after: boolean) =>
      definitionReindexNeeds(
        { type: 'wildcard' },
        { type: 'wildcard', doc_values: after },
        { distribution: 'opensearch', version },
      ).length;
    expect([needs('2.19.3', true), needs('2.19.3', false)]).toEqual([1, 0]);
    expect([needs('3.4.0', true), needs('3.4.0', false)]).toEqual([0, 1]);
  });

  it('is judged without what the field holds', () => {
    const was = { type: 'text', fields: { raw: { type: 'keyword' } } };
    expect(definitionReindexNeeds(was, { type: 'text' }, TARGET)).toEqual([]);
    expect(definitionReindexNeeds(was, was, TARGET)).toEqual([]);
  });
});
