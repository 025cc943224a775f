import { describe, expect, it } from 'vitest';
import { indexStream, templateStream } from '#domain/document';
import { isActionOn, logOf } from './history-object.ts';

const log = (stream: string, version = 1) => ({ stream, version });

describe('the log of an object', () => {
  const template = (kind: 'index_template' | 'legacy_template', cluster = 'c') =>
    log(templateStream({ kind, cluster, name: 'logs' }));

  it('is that of its kind and name on the cluster, by either of its names', () => {
    const logs = [template('index_template', 'other'), template('legacy_template', 'uuid'), template('index_template')];
    expect(logOf({ kind: 'index_template', name: 'logs' }, ['uuid', 'c'], logs)).toBe(logs[2]);
    expect(logOf({ kind: 'legacy_template', name: 'logs' }, ['uuid', 'c'], logs)).toBe(logs[1]);
    expect(logOf({ kind: 'component_template', name: 'logs' }, ['uuid', 'c'], logs)).toBeNull();
    expect(logOf({ kind: 'index_template', name: 'log' }, ['uuid', 'c'], logs)).toBeNull();
  });

  it('is that of the present index of a name, and the longest where none is known', () => {
    const logs = [
      log(indexStream({ cluster: 'c', name: 'logs', uuid: 'old' }), 9),
      log(indexStream({ cluster: 'c', name: 'logs', uuid: 'new' }), 2),
      log(indexStream({ name: 'logs', uuid: 'new' }), 1),
    ];
    expect(logOf({ kind: 'index', name: 'logs', uuid: 'new' }, ['c'], logs)).toBe(logs[1]);
    expect(logOf({ kind: 'index', name: 'logs' }, ['c'], logs)).toBe(logs[0]);
  });
});

describe('an action with the name of an object', () => {
  it.each([
    ['index_template', 'index_templates.update', true],
    ['legacy_template', 'index_templates.delete', true],
    ['index_template', 'component_templates.update', false],
    ['index_template', 'indices.close', false],
    ['component_template', 'component_templates.update', true],
    ['index', 'settings.update', true],
    ['index', 'index_templates.update', false],
    ['alias', 'all_aliases.update', true],
    ['data_stream', 'rollover.run', true],
    ['index_template', 'plans.approve', true],
  ] as const)('can be about %s: %s, %s', (kind, route, isOn) => {
    expect(isActionOn({ kind, name: 'x' }, { route })).toBe(isOn);
  });
});
