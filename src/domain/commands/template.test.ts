import { describe, expect, it } from 'vitest';
import { given } from '../../../tests/builders/given.ts';
import { parseTemplateStream, templateStream } from '../document/live-document.ts';
import { CLUSTER } from '../../fuzz/generate/stamps.ts';

const template = given(
  {
    index_patterns: ['logs-*'],
    priority: 5,
    composed_of: ['a', 'b'],
    template: { settings: { index: { number_of_shards: '1', codec: 'best' } }, aliases: { all: {} } },
    later: { unknown: true },
  },
  '/template/mappings',
);
const bare = given({ index_patterns: ['logs-*'] }, '/template/mappings');
const legacy = given({ index_patterns: ['logs-*'], order: 1, mappings: { doc: {} } }, '/mappings/doc');

describe('template.setLogistics', () => {
  const set = (changes: object) => ['template.setLogistics', changes] as const;

  it('writes and removes the members that changed, and leaves the others', () => {
    const outcome = template.when(
      ...set({ set: { priority: 9, version: 2, index_patterns: ['logs-*'] }, unset: ['later', 'order'] }),
    );
    expect(outcome.patch).toEqual([
      { op: 'remove', path: '/later' },
      { op: 'replace', path: '/priority', value: 9 },
      { op: 'add', path: '/version', value: 2 },
    ]);
    expect(outcome.summary).toBe('Edit logistics: later, priority, version');
    expect(outcome.event?.type).toBe('template.logisticsSet');
  });

  it('writes them in a legacy template and in a live one, where its body is', () => {
    expect(legacy.when(...set({ set: { order: 2 } })).patch).toEqual([{ op: 'replace', path: '/order', value: 2 }]);
    const live = given({ body: { index_patterns: [] }, cluster: {} }, '/body/template/mappings');
    expect(live.when(...set({ set: { version: 1 } })).patch).toEqual([{ op: 'add', path: '/body/version', value: 1 }]);
  });

  it('is no event when nothing differs', () => {
    expect(template.when(...set({ set: { priority: 5 }, unset: ['version'] })).unchanged).toBe(true);
    expect(template.when(...set({})).unchanged).toBe(true);
  });

  it.each(['template', 'composed_of', 'settings', 'mappings', 'aliases'])(
    'refuses %s, which has a command of its own',
    (name) => {
      expect(template.when(...set({ unset: [name] })).rejected).toBe('template.not_logistics');
      expect(template.when(...set({ set: { [name]: {} } })).rejected).toBe('template.not_logistics');
    },
  );

  it('keeps hostile names as data', () => {
    const hostile = Object.fromEntries([
      ['__proto__', 1],
      ['a/b', 2],
    ]);
    expect(bare.when(...set({ set: hostile })).patch).toEqual([
      { op: 'add', path: '/__proto__', value: 1 },
      { op: 'add', path: '/a~1b', value: 2 },
    ]);
  });

  it('refuses a payload of another form with command.invalid', () => {
    expect(template.when(...set({ set: [] })).rejected).toBe('command.invalid');
  });
});

describe('template.setComponents', () => {
  const set = (...components: readonly string[]) => ['template.setComponents', { components }] as const;

  it('replaces the list, and says what came, what went, and what only moved', () => {
    expect(template.when(...set('b', 'c')).patch).toEqual([{ op: 'replace', path: '/composed_of', value: ['b', 'c'] }]);
    expect(template.when(...set('b', 'c')).summary).toBe('Edit component templates: add c, remove a');
    expect(template.when(...set('b', 'a')).summary).toBe('Reorder component templates');
  });

  it('adds the list where there is none, and none for an empty one', () => {
    expect(bare.when(...set('a')).patch).toEqual([{ op: 'add', path: '/composed_of', value: ['a'] }]);
    expect(bare.when(...set()).unchanged).toBe(true);
    expect(template.when(...set('a', 'b')).unchanged).toBe(true);
  });

  it('refuses a name that is empty with command.invalid', () => {
    expect(bare.when(...set('')).rejected).toBe('command.invalid');
  });
});

describe.each([
  ['template.setSettings', 'settings', { index: { number_of_shards: '2', codec: 'best' } }, 'index.number_of_shards'],
  ['template.setAliases', 'aliases', { all: {}, more: { is_hidden: true } }, 'more'],
  ['template.setLifecycle', 'lifecycle', { data_retention: '7d' }, ''],
] as const)('%s', (type, section, value, named) => {
  it('says only what differs', () => {
    const outcome = template.when(type, { [section]: value });
    expect(outcome.body).toMatchObject({ template: { [section]: value }, later: { unknown: true } });
    expect(outcome.patch).toHaveLength(1);
    expect(outcome.summary).toBe(named === '' ? `Edit ${section}` : `Edit ${section}: ${named}`);
  });

  it('adds the section with what holds it, and takes it out again', () => {
    const added = bare.when(type, { [section]: value });
    expect(added.patch).toEqual([{ op: 'add', path: '/template', value: { [section]: value } }]);
    const removed = bare.after(type, { [section]: value }).when(type, { [section]: null });
    expect(removed.patch).toEqual([{ op: 'remove', path: `/template/${section}` }]);
    expect(removed.summary).toBe(`Remove ${section}`);
  });

  it('is no event when nothing differs', () => {
    expect(bare.when(type, { [section]: null }).unchanged).toBe(true);
    expect(bare.after(type, { [section]: value }).when(type, { [section]: value }).unchanged).toBe(true);
  });

  it('refuses a payload of another form with command.invalid', () => {
    expect(template.when(type, { [section]: [] }).rejected).toBe('command.invalid');
    expect(template.when(type, {}).rejected).toBe('command.invalid');
  });
});

it('sections of a legacy template stand beside its patterns', () => {
  expect(legacy.when('template.setSettings', { settings: { a: 1 } }).patch).toEqual([
    { op: 'add', path: '/settings', value: { a: 1 } },
  ]);
});

describe('template.replace', () => {
  const replace = (body: unknown) => ['template.replace', { body }] as const;

  it('says only what differs, and keeps the digest of the text', () => {
    const outcome = template.when(
      ...replace({ ...(template.state.body as object), priority: 6, later: { unknown: false } }),
    );
    expect(outcome.patch).toEqual([
      { op: 'replace', path: '/priority', value: 6 },
      { op: 'replace', path: '/later/unknown', value: false },
    ]);
    expect(outcome.summary).toBe('Replace template (2 changes)');
    expect(outcome.event?.command.payload).toMatchObject({
      body: { digest: expect.stringMatching(/^sha256:/) as string },
    });
  });

  it('is no event for an equal body', () => {
    expect(template.when(...replace(template.state.body)).unchanged).toBe(true);
  });
});

describe('template.follow', () => {
  const cluster = { index_patterns: ['a-*'], priority: 1, template: { settings: { a: '1', b: '1' } } };
  const live = given({ body: cluster, cluster }, '/body/template/mappings');
  const follow = (body: object, more: object = {}) => ['template.follow', { body, ...more }, CLUSTER] as const;
  const edited = live.after('template.setLogistics', { set: { priority: 2 } });

  it('takes over what was changed outside, and keeps what was edited', () => {
    const theirs = { ...cluster, template: { settings: { a: '2', b: '1' } } };
    const outcome = edited.when(...follow(theirs));
    expect(outcome.body).toEqual({ body: { ...theirs, priority: 2 }, cluster: theirs });
    expect(outcome.patch).toHaveLength(2);
    expect(outcome.summary).toBe('Changed outside (1 change)');
    expect(Object.keys(outcome.event?.command.payload as object)).toEqual(['body']);
  });

  it('keeps mine where both changed the same, and names it', () => {
    const outcome = edited.when(...follow({ ...cluster, priority: 3 }));
    expect(outcome.body).toMatchObject({ body: { priority: 2 }, cluster: { priority: 3 } });
    expect(outcome.summary).toBe('Changed outside (1 change), keeping your edits to priority');
    expect(outcome.event?.command.payload).toMatchObject({ kept: ['/priority'] });
  });

  it('names what it keeps by its whole path, the first of several', () => {
    const mine = edited.after('template.setSettings', { settings: { a: '9', b: '9' } });
    const outcome = mine.when(...follow({ ...cluster, template: { settings: { a: '2', b: '2' } } }));
    expect(outcome.summary).toBe('Changed outside (2 changes), keeping your edits to template.settings.a and 1 more');
    expect(outcome.event?.command.payload).toMatchObject({ kept: ['/template/settings/a', '/template/settings/b'] });
  });

  it('notes what the cluster has without merging where that is said', () => {
    const theirs = { ...cluster, version: 1 };
    expect(edited.when(...follow(theirs, { merges: false })).patch).toEqual([
      { op: 'add', path: '/cluster/version', value: 1 },
    ]);
  });

  it('takes what the cluster made of what was sent', () => {
    const wanted = { ...cluster, priority: 2 };
    const made = { ...wanted, composed_of: [] };
    const outcome = edited.when(...follow(made, { sent: wanted, action: 'A1' }));
    expect(outcome.body).toEqual({ body: made, cluster: made });
    expect(outcome.summary).toBe('Saved to cluster (2 changes)');
  });

  it('takes over when the cluster says that it was changed, which nobody sends', () => {
    const dated = { ...cluster, created_date_millis: 1, modified_date_millis: 1 };
    const opened = given({ body: dated, cluster: dated }, '/body/template/mappings');
    const wanted = { ...cluster, priority: 2 };
    const made = { ...dated, priority: 2, modified_date_millis: 9 };
    const outcome = opened
      .after('template.setLogistics', { set: { priority: 2 } })
      .when(...follow(made, { sent: wanted, action: 'A1' }));
    expect(outcome.body).toEqual({ body: made, cluster: made });
    expect(outcome.summary).toBe('Saved to cluster (2 changes)');
  });

  it('is nothing where the cluster has not changed, and is not undone by who edits', () => {
    expect(edited.when(...follow(cluster)).unchanged).toBe(true);
    const drifted = edited.after(...follow({ ...cluster, version: 7 }));
    expect(drifted.when('history.undo', {}).body).toMatchObject({ body: { priority: 1, version: 7 } });
  });

  it('stays when an earlier version is restored: what the cluster has is nobody’s to take back', () => {
    const drifted = edited.after(...follow({ ...cluster, version: 7 }));
    expect(drifted.when('history.restore', { version: 1 }).body).toEqual({
      body: { ...cluster, priority: 2 },
      cluster: { ...cluster, version: 7 },
    });
  });
});

describe('draft.link', () => {
  const draft = {
    name: 'Logs',
    target: { distribution: 'opensearch', version: '3' },
    mappingsAt: '',
    kind: 'mappings',
    createdAt: 'x',
  };
  const list = given({ one: draft });
  const became = { what: 'index', cluster: 'c', name: 'logs-1', at: '2026-01-01' };

  it('notes what was made of a draft', () => {
    const outcome = list.when('draft.link', { id: 'one', became });
    expect(outcome.patch).toEqual([{ op: 'add', path: '/one/became', value: [became] }]);
    expect(outcome.summary).toBe('Create index logs-1 from draft Logs');
  });

  it('notes what was made again with its last time, and what else was made beside it', () => {
    const linked = list.after('draft.link', { id: 'one', became });
    expect(linked.when('draft.link', { id: 'one', became }).unchanged).toBe(true);
    const again = { ...became, at: '2026-01-02' };
    expect(linked.when('draft.link', { id: 'one', became: again }).body).toMatchObject({ one: { became: [again] } });
    const other = { ...became, cluster: 'd' };
    expect(linked.when('draft.link', { id: 'one', became: other }).body).toMatchObject({
      one: { became: [became, other] },
    });
  });
});

describe('streams of live templates', () => {
  it.each([
    { kind: 'index_template', cluster: 'Xy_-1', name: 'logs' },
    { kind: 'legacy_template', cluster: 'a/b c', name: 'a/b' },
    { kind: 'component_template', cluster: '%', name: '💥' },
  ] as const)('are read back: %j', (template) => {
    expect(parseTemplateStream(templateStream(template))).toEqual(template);
  });

  it.each(['draft/1', 'index/a/b', 'index_template/a', 'index_template/a/', 'index_template//a', 'index_template/%/a'])(
    'are not %s',
    (stream) => {
      expect(parseTemplateStream(stream)).toBeNull();
    },
  );
});
