import { describe, expect, it } from 'vitest';
import { liveTemplateDocument } from '../document/live-document.ts';
import { sectionAt, templatePlaceOf } from './template-place.ts';

describe('the template in a document', () => {
  it.each([
    ['/template/mappings', '', false],
    ['/template/mappings/doc', '', false],
    ['/mappings', '', true],
    ['/mappings/_doc', '', true],
    ['/component_template/template/mappings', '/component_template', false],
    ['/index_template/template/mappings', '/index_template', false],
  ])('whose mappings stand at %s stands at "%s"', (mappingsAt, at, isLegacy) => {
    expect(templatePlaceOf({ body: {}, mappingsAt })).toEqual({ at, isLegacy });
  });

  it('of a cluster stands beside what the cluster has', () => {
    const body = liveTemplateDocument({ index_patterns: [] });
    expect(templatePlaceOf({ body, mappingsAt: '/body/template/mappings' })).toEqual({ at: '/body', isLegacy: false });
    expect(templatePlaceOf({ body, mappingsAt: '/body/mappings/doc' })).toEqual({ at: '/body', isLegacy: true });
  });

  it.each([
    ['mappings alone', { properties: {} }, ''],
    ['the mapping of a live index', { mappings: {}, cluster: {} }, '/mappings'],
    ['what an engine answers for the index "body"', { body: { mappings: {} } }, '/body/mappings'],
    ['what an engine answers for another index', { logs: { mappings: {} } }, '/logs/mappings'],
  ])('is none in %s', (_what, body, mappingsAt) => {
    expect(templatePlaceOf({ body, mappingsAt })).toBeNull();
  });

  it('has its sections under template, or beside its patterns', () => {
    expect(sectionAt({ at: '/body', isLegacy: false }, 'settings')).toBe('/body/template/settings');
    expect(sectionAt({ at: '', isLegacy: true }, 'aliases')).toBe('/aliases');
  });
});
