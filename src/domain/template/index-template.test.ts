import { describe, expect, it } from 'vitest';
import { componentTemplateItemOf, componentTemplateOf, serializeComponentTemplate } from './component-template.ts';
import { ilmPolicyNameOf, indexTemplateItemOf, indexTemplateOf } from './index-template.ts';

describe('an index template', () => {
  const body = {
    version: 3,
    priority: 200,
    index_patterns: ['metrics-*', 'logs-*'],
    template: {
      settings: { index: { lifecycle: { name: '30 days', rollover_alias: 'logs' } } },
      mappings: {},
      aliases: { all: {} },
    },
    composed_of: ['b', 'a'],
    data_stream: {},
    _meta: { managed: true },
    allow_auto_create: true,
  };

  it('is mapped: patterns sorted, components in their order, the policy out of the settings', () => {
    expect(indexTemplateOf({ name: 'logs', isLegacy: false, type: 'managed', body })).toEqual({
      name: 'logs',
      version: 3,
      priority: 200,
      indexPatterns: ['logs-*', 'metrics-*'],
      template: body.template,
      ilmPolicy: { name: '30 days', rollover_alias: 'logs' },
      composedOf: ['b', 'a'],
      dataStream: {},
      _meta: { managed: true },
      _kbnMeta: { type: 'managed', hasDatastream: true, isLegacy: false },
    });
  });

  it('says in the list which sections are not empty', () => {
    const item = indexTemplateItemOf({ name: 'logs', isLegacy: false, type: 'default', body });
    expect(item).toMatchObject({ hasSettings: true, hasMappings: false, hasAliases: true });
    expect(ilmPolicyNameOf(item)).toBe('30 days');
  });

  it('of the legacy kind has an order, and its sections beside its patterns', () => {
    const legacy = {
      order: 7,
      priority: 9,
      index_patterns: 'old-*',
      settings: { index: { codec: 'x' } },
      mappings: { _doc: {} },
      version: 1,
    };
    const item = indexTemplateItemOf({ name: 'old', isLegacy: true, type: 'default', body: legacy });
    expect(item).toEqual({
      name: 'old',
      version: 1,
      order: 7,
      indexPatterns: ['old-*'],
      template: { settings: legacy.settings, mappings: legacy.mappings },
      composedOf: [],
      _kbnMeta: { type: 'default', hasDatastream: false, isLegacy: true },
      hasSettings: true,
      hasMappings: true,
      hasAliases: false,
    });
  });

  it.each([
    null,
    'x',
    [],
    { index_patterns: [1, null], template: 'x', composed_of: {}, data_stream: true, version: '3', _meta: null },
  ])('is never an exception: %j', (odd) => {
    expect(indexTemplateItemOf({ name: '__proto__', isLegacy: false, type: 'default', body: odd })).toEqual({
      name: '__proto__',
      indexPatterns: [],
      template: {},
      composedOf: [],
      _kbnMeta: { type: 'default', hasDatastream: false, isLegacy: false },
      hasSettings: false,
      hasMappings: false,
      hasAliases: false,
    });
  });
});

describe('a component template', () => {
  const given = {
    name: 'ecs',
    usedBy: ['logs'],
    isManaged: true,
    body: { template: { mappings: { properties: {} } }, version: 2, _meta: { managed: true }, deprecated: true },
  };

  it('is mapped, for the detail and for the list', () => {
    expect(componentTemplateOf(given)).toEqual({
      name: 'ecs',
      template: given.body.template,
      version: 2,
      _meta: { managed: true },
      _kbnMeta: { usedBy: ['logs'], isManaged: true },
    });
    expect(componentTemplateItemOf(given)).toEqual({
      name: 'ecs',
      usedBy: ['logs'],
      isManaged: true,
      hasSettings: false,
      hasMappings: true,
      hasAliases: false,
    });
    expect(componentTemplateOf({ ...given, body: null })).toEqual({
      name: 'ecs',
      template: {},
      _kbnMeta: { usedBy: ['logs'], isManaged: true },
    });
  });

  it('is sent by a form with version, template and _meta alone', () => {
    expect(serializeComponentTemplate(componentTemplateOf(given))).toEqual({
      version: 2,
      template: given.body.template,
      _meta: { managed: true },
    });
    expect(serializeComponentTemplate({ template: {} })).toEqual({ template: {} });
  });
});
