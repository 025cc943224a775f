import { describe, expect, it } from 'vitest';
import type { TargetEngine } from '../catalogue/index.ts';
import type { JsonObject } from '../json/index.ts';
import { planMappingUpdate } from './live-changes.ts';
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

  it('keeps what an engine keeps where it is left out, which is set instead', () => {
    const needs = (was: JsonObject, distribution: TargetEngine['distribution']) =>
      definitionReindexNeeds(was, { type: 'geo_shape' }, { distribution, version: '8.19.0' }).map(
        ({ reason }) => reason,
      );
    const told = { type: 'geo_shape', orientation: 'LEFT', ignore_malformed: true };
    expect(needs(told, 'opensearch')).toEqual([
      'Engines keep orientation if it is omitted. Set it to "ccw" instead of removing it.',
      'Engines keep ignore_malformed if it is omitted. Set it to false instead of removing it.',
    ]);
    expect(needs({ type: 'geo_shape', orientation: 'RIGHT', coerce: false }, 'opensearch')).toEqual([]);
    expect(needs(told, 'elasticsearch')).toEqual([]);
  });

  it('sends a default as it was where an engine refuses to leave it out or to set it', () => {
    const sent = (was: JsonObject, wanted: JsonObject, version: string) =>
      planMappingUpdate({ properties: { f: was } }, { properties: { f: wanted } }, { ...TARGET, version }).body;
    const [bare, set] = [{ type: 'text' }, { type: 'text', doc_values: false }];
    expect(sent({ ...set, fielddata: true }, bare, '9.5.3')).toEqual({ properties: { f: set } });
    expect(sent(bare, { ...set, fielddata: true }, '9.5.3')).toEqual({
      properties: { f: { type: 'text', fielddata: true } },
    });
  });

  it('needs a new index where an engine would make another field of it', () => {
    const fields = (host: JsonObject): JsonObject => ({ properties: { a: { properties: { host } } } });
    const planned = (more: JsonObject, distribution: TargetEngine['distribution']) =>
      planMappingUpdate(fields({ type: 'version' }), fields({ type: 'version', ...more }), {
        ...{ distribution, version: distribution === 'opensearch' ? '3.4.0' : '9.5.3' },
      });
    for (const more of [{ meta: { a: 'b' } }, { fields: { raw: { type: 'keyword' } } }]) {
      expect(planned(more, 'opensearch')).toEqual({
        ...{ body: {}, additions: [], updates: [] },
        needsReindex: [
          {
            at: '/properties/a/properties/host',
            path: 'a.host',
            reason: 'The engine would add a field a.a.host instead: it changes version fields at the top level only.',
          },
        ],
      });
      expect(planned(more, 'elasticsearch').needsReindex).toEqual([]);
    }
    const atTop = planMappingUpdate(
      { properties: { host: { type: 'version' } } },
      { properties: { host: { type: 'version', meta: { a: 'b' } } } },
      { distribution: 'opensearch', version: '3.4.0' },
    );
    expect(atTop.needsReindex).toEqual([]);
    const told = (path: readonly string[]) => {
      const engine: TargetEngine = { distribution: 'opensearch', version: '3.4.0' };
      return definitionReindexNeeds({ type: 'version' }, { type: 'version', meta: { a: 'b' } }, engine, path);
    };
    expect(told(['a', 'host']).map(({ at }) => at)).toEqual(['']);
    expect(told(['host'])).toEqual([]);
  });

  it('is judged without what the field holds', () => {
    const was = { type: 'text', fields: { raw: { type: 'keyword' } } };
    expect(definitionReindexNeeds(was, { type: 'text' }, TARGET)).toEqual([]);
    expect(definitionReindexNeeds(was, was, TARGET)).toEqual([]);
  });
});
