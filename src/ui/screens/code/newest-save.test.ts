import { describe, expect, it } from 'vitest';
import type { ListedAction } from '../change-history/change-reader.ts';
import { newestSave } from './newest-save.ts';

const action = (id: string, route: string, state: ListedAction['state'] = 'done'): ListedAction => ({
  ...{ id, version: 2, author: { id: 'ada', name: 'Ada', verified: false }, state, at: '2026-11-28T10:00:00.000Z' },
  ...{ cluster: 'c', route, title: route, names: ['logs'], nameCount: 1 },
});

describe('the newest save of a claimed object', () => {
  it.each([
    ['index_template', 'index_templates.update'],
    ['index_template', 'index_templates.delete'],
    ['legacy_template', 'index_templates.create'],
    ['component_template', 'component_templates.update'],
    ['index', 'indices.delete'],
    ['index', 'plans.approve'],
  ] as const)('of %s is the first %s, not one of something else with its name', (kind, route) => {
    const others = ['indices.create', 'indices.refresh', 'settings.update'].map((other) => action(other, other));
    const of = [...others, action('newer', route), action('older', route)];
    expect(newestSave({ kind }, of)?.id).toBe('newer');
    expect(newestSave({ kind }, others)).toBeUndefined();
  });

  it('is none that failed, but one whose outcome is unknown', () => {
    const of = [
      action('failed', 'index_templates.update', 'failed'),
      action('unknown', 'index_templates.update', 'unknown'),
    ];
    expect(newestSave({ kind: 'index_template' }, of)?.id).toBe('unknown');
    expect(newestSave({ kind: 'component_template' }, of)).toBeUndefined();
  });
});
