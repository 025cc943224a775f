import { describe, expect, it } from 'vitest';
import { matchingLegacyTemplates, matchingTemplate } from './matching-templates.ts';

const template = (name: string, priority: number, ...patterns: readonly string[]) => ({ name, priority, patterns });

describe('the template of an index', () => {
  it('is the one of the highest priority whose pattern matches', () => {
    const templates = [template('all', 0, '*'), template('logs', 10, 'logs-*'), template('other', 99, 'metrics-*')];
    expect(matchingTemplate(templates, 'logs-a', false)).toBe('logs');
    expect(matchingTemplate(templates, 'shop', false)).toBe('all');
    expect(matchingTemplate(templates.slice(1), 'shop', false)).toBeUndefined();
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
