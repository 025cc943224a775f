import { describe, expect, it } from 'vitest';
import type { JsonObject, JsonValue, Patch } from '#domain/json';
import { given, type Given } from '../../../tests/builders/given.ts';
import { compareWithCluster } from './cluster-comparison.ts';

const keyword = { type: 'keyword' };
const ip = { type: 'ip' };

/** A live mapping with these fields; the cluster has the same fields unless others are given. */
const mapping = (fields: JsonValue, onCluster: JsonValue = fields, more: JsonObject = {}): Given =>
  given({ mappings: { ...more, properties: fields }, cluster: { ...more, properties: onCluster } }, '/mappings');

/** The text about the last step. */
function told({ state, events }: Given): string | undefined {
  return compareWithCluster(events.at(-1)?.patch ?? [], state)?.text;
}

const add = (name: string, parent: string | null = null) =>
  ['field.add', { parent, name, definition: keyword }] as const;
const remove = (path: string) => ['field.remove', { field: `/mappings/properties/${path}` }] as const;
const edit = (path: string, changes: object) =>
  ['field.edit', { field: `/mappings/properties/${path}`, ...changes }] as const;
const UNDO = ['history.undo', {}] as const;
const REDO = ['history.redo', {}] as const;
/** The document after its mappings were sent to the cluster, which now has them. */
function sent(document: Given): Given {
  const { mappings } = document.state.body as { mappings: JsonObject };
  return document.after('mapping.follow', { mappings, sent: mappings }, { id: 'cluster', name: 'C', verified: false });
}

describe('a step in a live mapping', () => {
  const base = mapping({ host: { properties: { ip } }, message: { type: 'text' } });

  it('that removes what was sent says what the cluster still has', () => {
    const undone = sent(base.after(...add('coupon'))).after(...UNDO);
    expect(told(undone)).toBe('Removed here; the cluster still has coupon.');
  });

  it('that removes what was never sent is the same as on the cluster', () => {
    const undone = base.after(...add('coupon')).after(...UNDO);
    expect(told(undone)).toBe('Same as on the cluster.');
    expect(compareWithCluster(undone.events.at(-1)?.patch ?? [], undone.state)?.isDifferent).toBe(false);
  });

  it('that adds again what was never sent says that the cluster doesn’t have it', () => {
    const redone = base
      .after(...add('coupon'))
      .after(...UNDO)
      .after(...REDO);
    expect(told(redone)).toBe('Added here; the cluster doesn’t have coupon.');
    expect(compareWithCluster(redone.events.at(-1)?.patch ?? [], redone.state)?.isDifferent).toBe(true);
  });

  it('that brings back what the cluster has is the same as there', () => {
    expect(told(base.after(...remove('message')).after(...UNDO))).toBe('Same as on the cluster.');
  });

  it('that changes what the cluster has says what differs', () => {
    const undone = sent(base.after(...edit('message', { set: { norms: false } }))).after(...UNDO);
    expect(told(undone)).toBe('Changed here; the cluster differs in message.');
  });

  it('says that the cluster doesn’t have a field, where a parameter of it was changed', () => {
    const undone = base
      .after(...add('coupon'))
      .after(...edit('coupon', { set: { ignore_above: 1 } }))
      .after(...UNDO);
    expect(told(undone)).toBe('Added here; the cluster doesn’t have coupon.');
    expect(told(undone.after(...REDO))).toBe('Added here; the cluster doesn’t have coupon.');
  });

  it('names a field in an object by its dotted path, and a multi-field', () => {
    const parts = sent(base.after(...add('name', '/mappings/properties/host'))).after(...UNDO);
    expect(told(parts)).toBe('Removed here; the cluster still has host.name.');
    const multi = sent(base.after(...add('raw', '/mappings/properties/message'))).after(...UNDO);
    expect(told(multi)).toBe('Removed here; the cluster still has message.raw.');
  });

  it('names an object once, whatever it holds', () => {
    const undone = sent(base.after(...remove('host'))).after(...UNDO);
    expect(told(undone)).toBe('Added here; the cluster doesn’t have host.');
  });

  it('names both names of a field that was renamed', () => {
    const undone = sent(base.after(...edit('message', { name: 'text' }))).after(...UNDO);
    expect(told(undone)).toBe('Changed here; the cluster differs in text and 1 more.');
  });

  it('names the fields where all of them came or went at once', () => {
    const empty = given({ mappings: {}, cluster: {} }, '/mappings');
    const undone = sent(empty.after(...add('coupon'))).after(...UNDO);
    expect(undone.events.at(-1)?.patch).toEqual([{ op: 'remove', path: '/mappings/properties' }]);
    expect(told(undone)).toBe('Removed here; the cluster still has coupon.');
  });

  it('names the first of many places and counts the others', () => {
    const properties = { a: keyword, b: keyword, c: keyword };
    const replaced = mapping({}).after('editor.replaceMappings', { mappings: { properties } });
    // An undo reverts the places from the last to the first.
    expect(told(sent(replaced).after(...UNDO))).toBe('Removed here; the cluster still has c and 2 more.');
    expect(told(replaced)).toBe('Added here; the cluster doesn’t have a and 2 more.');
    const mixed = mapping({ old: keyword }, { old: keyword }).after('editor.replaceMappings', {
      mappings: { properties: { new: keyword } },
    });
    expect(told(mixed)).toBe('Changed here; the cluster differs in new and 1 more.');
  });

  it('counts many thousands readably', () => {
    const many = Object.fromEntries(Array.from({ length: 1234 }, (_, index) => [`f${index}`, keyword]));
    const replaced = mapping({}).after('editor.replaceMappings', { mappings: { properties: many } });
    expect(told(replaced)).toBe('Added here; the cluster doesn’t have f0 and 1,233 more.');
  });

  it('does not name what differed before and was not touched', () => {
    const document = base.after(...add('other')).after(...add('coupon'));
    expect(told(document.after(...UNDO))).toBe('Same as on the cluster.');
  });

  it('names runtime fields and options by their own names', () => {
    const runtime = base.after('runtimeField.add', { name: 'day', definition: { type: 'keyword' } });
    expect(told(sent(runtime).after(...UNDO))).toBe('Removed here; the cluster still has day.');
    const options = mapping({}, {}, { dynamic: false }).after('configuration.save', { set: { dynamic: 'strict' } });
    expect(told(options)).toBe('Changed here; the cluster differs in dynamic.');
    expect(told(options.after(...UNDO))).toBe('Same as on the cluster.');
    const templates = base.after('templates.save', { templates: [{ a: { mapping: keyword } }] });
    expect(told(sent(templates).after(...UNDO))).toBe('Removed here; the cluster still has dynamic_templates.');
  });

  it.each([
    ['ad\u202Emin', 'ad\\u202emin'],
    ['', '(empty name)'],
    ['a/b~c', 'a/b~c'],
    ['__proto__', '__proto__'],
    ['properties', 'properties'],
    ['fields', 'fields'],
  ])('shows the name %j as %s', (name, shown) => {
    // A field of that name can only come from loaded mappings: the form accepts no empty name.
    const properties = Object.fromEntries([[name, keyword]]);
    const replaced = mapping({}).after('editor.replaceMappings', { mappings: { properties } });
    expect(told(replaced)).toBe(`Added here; the cluster doesn’t have ${shown}.`);
  });

  it('that restores an earlier version or discards is compared, too', () => {
    // The document of an index has a log that starts with its first event.
    const body = { mappings: { properties: {} }, cluster: { properties: {} } };
    const created = given(undefined, '/mappings').after('document.create', { body });
    const restored = sent(created.after(...add('coupon'))).after('history.restore', { version: 1 });
    expect(told(restored)).toBe('Removed here; the cluster still has coupon.');
    expect(told(restored.after('changes.discard', {}))).toBe('Same as on the cluster.');
    expect(told(restored.after('changes.discard', {}).after(...UNDO))).toBe(
      'Removed here; the cluster still has coupon.',
    );
  });
});

describe('a step in a template of a cluster', () => {
  const body = {
    index_patterns: ['a-*'],
    priority: 1,
    template: { settings: { index: { codec: 'best' } }, mappings: { properties: { a: keyword } } },
  };
  const template = given({ body, cluster: body }, '/body/template/mappings');

  it.each<readonly [string, string, object, string]>([
    ['a member', 'template.setLogistics', { set: { priority: 2 } }, 'Changed here; the cluster differs in priority.'],
    ['a new member', 'template.setLogistics', { set: { version: 2 } }, 'Added here; the cluster doesn’t have version.'],
    [
      'a setting',
      'template.setSettings',
      { settings: { index: { codec: 'default' } } },
      'Changed here; the cluster differs in settings.',
    ],
    ['all settings', 'template.setSettings', { settings: null }, 'Removed here; the cluster still has settings.'],
    ['a new section', 'template.setAliases', { aliases: { all: {} } }, 'Added here; the cluster doesn’t have aliases.'],
    [
      'a field',
      'field.add',
      { parent: null, name: 'coupon', definition: keyword },
      'Added here; the cluster doesn’t have coupon.',
    ],
  ])('names %s', (_, type, payload, words) => {
    const changed = template.after(type, payload);
    expect(told(changed)).toBe(words);
    expect(told(changed.after(...UNDO))).toBe('Same as on the cluster.');
  });

  it('names the parts of a legacy template', () => {
    const legacy = { index_patterns: ['a-*'], mappings: { properties: { a: keyword } } };
    const opened = given({ body: legacy, cluster: legacy }, '/body/mappings');
    expect(told(opened.after('template.setSettings', { settings: { a: '1' } }))).toBe(
      'Added here; the cluster doesn’t have settings.',
    );
    expect(told(opened.after('field.remove', { field: '/body/mappings/properties/a' }))).toBe(
      'Removed here; the cluster still has a.',
    );
  });

  it('names what the template holds, where all of it is gone', () => {
    const patch: Patch = [{ op: 'remove', path: '/body/template' }];
    const bare = { index_patterns: ['a-*'], priority: 1 };
    const { state } = given({ body: bare, cluster: body }, '/body/template/mappings');
    expect(compareWithCluster(patch, state)?.text).toBe('Removed here; the cluster still has settings and 1 more.');
  });
});

describe('a step elsewhere', () => {
  it('is compared with nothing: in a draft, and of what the cluster has', () => {
    const draft = given({ properties: {} }).after(...add('coupon'));
    expect(compareWithCluster(draft.events[0]?.patch ?? [], draft.state)).toBeNull();
    const cluster = { id: 'cluster:ada', name: 'Ada', verified: false };
    const followed = mapping({}).after('mapping.follow', { mappings: { dynamic: false } }, cluster);
    const patch = (followed.events[0]?.patch ?? []).filter(({ path }) => path.startsWith('/cluster'));
    expect(compareWithCluster(patch, followed.state)).toBeNull();
  });
});
