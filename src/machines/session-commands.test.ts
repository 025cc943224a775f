import { describe, expect, it } from 'vitest';
import { followPayload, isSessionCommand, SESSION_COMMANDS, sessionPayloadFault } from './session-commands.ts';

describe('the commands of the session', () => {
  it('have one definition each, whose pointers are members of the payload', () => {
    const types = SESSION_COMMANDS.map(({ type }) => type);
    expect(new Set(types).size).toBe(types.length);
    for (const { payload, pointers } of SESSION_COMMANDS)
      for (const pointer of pointers) expect(Object.keys(payload.properties)).toContain(pointer);
  });

  it.each<readonly [string, unknown, boolean]>([
    ['documentField.createField', { parent: null }, true],
    ['documentField.createField', { parent: '/properties/a' }, true],
    ['documentField.createField', { parent: 'a' }, false],
    ['documentField.createField', {}, false],
    ['documentField.changeStatus', { status: 'creatingField' }, false],
    ['documentField.requestTypeChange', { field: '/properties/a', set: { type: 'ip' }, unset: ['x'] }, true],
    ['documentField.requestTypeChange', { field: '/properties/a', type: 'ip' }, false],
    ['configuration.update', { edits: { dynamicMapping: { enabled: false }, metaField: '{' } }, true],
    ['configuration.update', { edits: { dynamicMapping: { enabled: 'no' } } }, false],
    ['templates.update', { json: null }, true],
    ['templates.update', {}, false],
    ['templates.edit', { edits: [{ from: 0, to: 1, insert: '[' }] }, true],
    ['templates.edit', { edits: [{ from: -1, to: 1, insert: '[' }] }, false],
    ['runtimeFieldsList.createField', null, false],
    ['field.add', {}, false],
    ['constructor', {}, false],
  ])('%s with the payload %j: %s', (type, payload, fits) => {
    expect(isSessionCommand({ type, payload })).toBe(fits);
  });

  it('say where a payload does not fit', () => {
    expect(sessionPayloadFault('field.toggleExpand', { field: '/a', isExpanded: 1 })).toBe(
      '/isExpanded must be boolean',
    );
  });

  it('follow their pointers, and are gone with one of them', () => {
    const payload = { field: '/properties/a', name: '/properties/a' };
    const to = (place: string | null) => followPayload('documentField.requestTypeChange', payload, () => place);
    expect(to('/properties/b')).toEqual({ field: '/properties/b', name: '/properties/a' });
    expect(to(null)).toBeNull();
    expect(followPayload('documentField.createField', { parent: null }, () => null)).toEqual({ parent: null });
  });
});
