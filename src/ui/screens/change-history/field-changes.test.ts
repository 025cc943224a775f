import { describe, expect, it } from 'vitest';
import { given, type Given } from '../../../../tests/builders/given.ts';
import { SERVER_READER } from '#domain/events';
import { changeOfEvent, type Change } from './change-reader.ts';
import { changesOfField } from './field-changes.ts';

const keyword = { type: 'keyword' };

function changesOf({ events }: Given, stream = 'draft/a'): readonly Change[] {
  return events.map((event, at) => changeOfEvent(event, { stream, version: at + 1 })).reverse();
}

describe('the changes of a field', () => {
  const document = given(undefined)
    .after('document.create', { body: { properties: { host: { properties: { name: keyword } }, other: keyword } } })
    .after('field.edit', { field: '/properties/host/properties/name', set: { index: false } })
    .after('field.edit', { field: '/properties/other', set: { index: false } })
    .after('field.edit', { field: '/properties/host', name: 'server' })
    .after('field.edit', { field: '/properties/server/properties/name', name: 'id' });
  const versionsOf = (field: string) => changesOfField(changesOf(document), field).map(({ version }) => version);

  it('are found across renames of the field and of what holds it, back to where it was made', () => {
    expect(versionsOf('server.id')).toEqual([5, 4, 2, 1]);
    expect(versionsOf('server')).toEqual([5, 4, 2, 1]);
    expect(versionsOf('other')).toEqual([3, 1]);
  });

  it('are none of a field that never was, and all where no field is asked for', () => {
    expect(versionsOf('serve')).toEqual([]);
    expect(versionsOf(' ')).toHaveLength(5);
  });

  it('follow the names of each log by themselves', () => {
    const other = given(undefined).after('document.create', { body: { properties: { server: keyword } } });
    const changes = [...changesOf(document), ...changesOf(other, 'draft/b')];
    expect(changesOfField(changes, 'server').map(({ stream, version }) => `${stream} ${version}`)).toEqual([
      'draft/a 5',
      'draft/a 4',
      'draft/a 2',
      'draft/a 1',
      'draft/b 1',
    ]);
  });

  it('are found in a log that another one goes on from by the name that the field had then', () => {
    const mappings = { properties: { server: keyword, other: keyword } };
    const old = given(undefined, '/mappings')
      .after('document.create', { body: { mappings, cluster: mappings } })
      .after('field.edit', { field: '/mappings/properties/server', set: { index: false } });
    const continues = [{ stream: 'index/c/old/1', version: 2, hash: 'a'.repeat(64) }];
    const made = given(undefined, '/mappings')
      .after('document.create', { body: { mappings, cluster: mappings }, continues }, SERVER_READER)
      .after('field.edit', { field: '/mappings/properties/server', name: 'host' });
    const changes = [...changesOf(made, 'index/c/new/2'), ...changesOf(old, 'index/c/old/1')];
    expect(changesOfField(changes, 'host').map(({ stream, version }) => `${stream} ${version}`)).toEqual([
      'index/c/new/2 2',
      'index/c/new/2 1',
      'index/c/old/1 2',
      'index/c/old/1 1',
    ]);
  });

  it('are found in the mapping of an index and in a template', () => {
    const mappings = { properties: { a: keyword } };
    const bodies = [
      { mappings, cluster: mappings },
      { body: { template: { mappings } }, cluster: {} },
      { template: { mappings } },
      { mappings },
    ];
    for (const body of bodies) {
      const made = given(undefined).after('document.create', { body });
      expect(changesOfField(changesOf(made), 'a')).toHaveLength(1);
      expect(changesOfField(changesOf(made), 'b')).toHaveLength(0);
    }
  });
});
