import { describe, expect, it } from 'vitest';
import {
  matchingLegacyTemplates,
  matchingTemplate,
  patternsOverlap,
  targetOfTemplate,
  templateMatcher,
  templatesOfIndices,
} from './matching-templates.ts';

const template = (name: string, priority: number, ...patterns: readonly string[]) => ({ name, priority, patterns });

describe('the template of an index', () => {
  it('is the one of the highest priority whose pattern matches', () => {
    const templates = [template('all', 0, '*'), template('logs', 10, 'logs-*'), template('other', 99, 'metrics-*')];
    expect(matchingTemplate(templates, 'logs-a', false)).toBe('logs');
    expect(matchingTemplate(templates, 'shop', false)).toBe('all');
    expect(matchingTemplate(templates.slice(1), 'shop', false)).toBeUndefined();
    expect(matchingTemplate([...templates].reverse(), 'logs-a', false)).toBe('logs');
  });

  it('takes a pattern without a wildcard for the whole name', () => {
    expect(matchingTemplate([template('one', 1, 'logs')], 'logs', false)).toBe('one');
    expect(matchingTemplate([template('one', 1, 'logs')], 'logs-a', false)).toBeUndefined();
  });

  it('is none of all names where the index is hidden', () => {
    expect(matchingTemplate([template('all', 0, '*')], 'logs', true)).toBeUndefined();
    expect(matchingTemplate([template('all', 0, '*', 'lo*')], 'logs', true)).toBeUndefined();
    expect(matchingTemplate([template('some', 0, 'lo*')], 'logs', true)).toBe('some');
    expect(matchingLegacyTemplates([template('all', 0, '*')], 'logs', true)).toEqual([]);
  });

  it('are all legacy templates that match, by their order', () => {
    const templates = [template('late', 5, 'logs-*'), template('early', 1, '*'), template('other', 0, 'x')];
    expect(matchingLegacyTemplates(templates, 'logs-a', false)).toEqual(['early', 'late']);
  });
});

describe('the matcher for many names', () => {
  const PATTERNS = ['*', 'logs-*', '*-a', 'logs-a', 'l*-*', 'x', 'logs*', '.ds-*'];
  const NAMES = ['logs-a', 'logs', 'x', 'shop', '.ds-logs-a', 'l-a', 'x-a', ''];
  // Each subset of the patterns is a template once; priorities repeat, so that ties are among them.
  const TEMPLATES = Array.from({ length: 2 ** PATTERNS.length }, (_, bits) =>
    template(`t${bits}`, bits % 7, ...PATTERNS.filter((__, at) => (bits >> at) % 2 === 1)),
  );

  it.each(NAMES)('finds what is found one by one: "%s"', (name) => {
    for (let from = 0; from < TEMPLATES.length; from += 8) {
      const some = TEMPLATES.slice(from, from + 8);
      for (const isHidden of [false, true]) {
        const best = matchingTemplate(some, name, isHidden);
        const legacy = matchingLegacyTemplates(some, name, isHidden);
        expect(templateMatcher(some, [])(name, isHidden)).toEqual({
          names: best === undefined ? [] : [best],
          isLegacy: best === undefined,
        });
        expect(templateMatcher([], some)(name, isHidden)).toEqual({ names: legacy, isLegacy: true });
      }
    }
  });
});

describe('two patterns', () => {
  it.each([
    ['logs', 'logs'],
    ['logs', 'logs*'],
    ['logs', 'l*s'],
    ['*', 'logs'],
    ['*', '*'],
    ['logs-*', 'logs-a*'],
    ['*-metrics', '*s'],
    ['*-metrics', 'x*s'],
    ['a*c', 'ab*bc'],
    ['a*', '*b'],
    ['a*b*c', 'a*c'],
  ])('overlap where a name fits both: %s and %s', (one, other) => {
    expect(patternsOverlap(one, other)).toBe(true);
    expect(patternsOverlap(other, one)).toBe(true);
  });

  it.each([
    ['logs', 'log'],
    ['lo', 'lo*o'],
    ['logs', 'metrics-*'],
    ['a-*', 'b-*'],
    ['*-a', '*-b'],
    ['a*c', 'a*d'],
    ['a*c', 'b*c'],
  ])('are apart where no name does: %s and %s', (one, other) => {
    expect(patternsOverlap(one, other)).toBe(false);
    expect(patternsOverlap(other, one)).toBe(false);
  });
});

describe('what a template is meant for', () => {
  it('is read from its body, one pattern without a list too', () => {
    const body = { index_patterns: ['a-*', 7, 'b'], priority: 5, order: '3' };
    expect(targetOfTemplate('t', body, 'priority')).toEqual({ name: 't', patterns: ['a-*', 'b'], priority: 5 });
    expect(targetOfTemplate('t', { index_patterns: 'a-*', order: '3' }, 'order')).toEqual({
      name: 't',
      patterns: ['a-*'],
      priority: 3,
    });
  });

  it('is no index without patterns, and of the lowest priority without one that is a number', () => {
    expect(targetOfTemplate('t', {}, 'priority')).toEqual({ name: 't', patterns: [], priority: 0 });
    for (const priority of [null, 'high', {}]) expect(targetOfTemplate('t', { priority }, 'priority').priority).toBe(0);
  });
});

describe('the templates that indices are made of', () => {
  const templatesOf = templatesOfIndices(
    new Map([
      ['logs', { index_patterns: ['logs-*'], priority: 9, composed_of: ['base', 'logs@custom'], data_stream: {} }],
      ['all', { index_patterns: ['*'] }],
    ]),
    new Map([
      ['old', { index_patterns: ['.old-*'], order: 1 }],
      ['older', { index_patterns: ['.o*'] }],
    ]),
  );
  const names = (...index: Parameters<typeof templatesOf>) =>
    templatesOf(...index).map(({ kind, name }) => `${kind} ${name}`);

  it('are a composable one with its components, or legacy ones, what overrides the others first', () => {
    expect(names({ name: 'logs-1' })).toEqual([
      ...['index_template logs', 'component_template logs@custom', 'component_template base'],
    ]);
    expect(names({ name: 'other' })).toEqual(['index_template all']);
    expect(names({ name: '.old-1', isHidden: true })).toEqual(['legacy_template old', 'legacy_template older']);
    expect(names({ name: '.none', isHidden: true })).toEqual([]);
  });

  it('are found by the data stream of a backing index, which is hidden in any case', () => {
    expect(names({ name: '.ds-logs-app-2026.11.30-000002', isHidden: true, stream: 'logs-app' })).toHaveLength(3);
    expect(names({ name: '.ds-app-000001', isHidden: true, stream: 'app' })).toEqual(['index_template all']);
  });
});
