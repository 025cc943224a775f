import { describe, expect, it } from 'vitest';
import { isLegacyBody, templateType } from './template-type.ts';

describe('the type of a template', () => {
  it('is found in the order cloud, system, managed, default', () => {
    const managed = { _meta: { managed: true } };
    expect(templateType('.cloud-logs', managed, ['.cloud-'])).toBe('cloudManaged');
    expect(templateType('.logs', managed, ['cloud-'])).toBe('system');
    expect(templateType('logs', managed, [])).toBe('managed');
    expect(templateType('logs', {}, ['cloud-'])).toBe('default');
  });

  it.each([{ _meta: { managed: 'true' } }, { _meta: null }, { _meta: [] }, { managed: true }])(
    'is not managed for %o',
    (body) => {
      expect(templateType('logs', body, [])).toBe('default');
    },
  );
});

describe('a legacy body', () => {
  it('has neither a template nor what only composable ones have', () => {
    expect(isLegacyBody({ index_patterns: ['a'], order: 1 })).toBe(true);
    expect(isLegacyBody({ index_patterns: ['a'], template: {} })).toBe(false);
    expect(isLegacyBody({ index_patterns: ['a'], composed_of: ['b'] })).toBe(false);
    expect(isLegacyBody({ index_patterns: ['a'], _meta: {} })).toBe(false);
  });
});
