/** A mapping or a template that is found in a pasted text. */
export interface ExpectedBody {
  readonly name?: string;
  readonly kind: 'mappings' | 'index template' | 'legacy template' | 'component template';
  /** The names of its fields. */
  readonly fields: readonly string[];
}

/** A text as people copy it, with what is found in it, or why it is refused. */
export interface PastedText {
  readonly what: string;
  readonly text: string;
  readonly bodies?: readonly ExpectedBody[];
  readonly leftOut?: string;
  readonly refused?: { readonly reason: string; readonly line?: number; readonly column?: number };
}

const json = (value: unknown) => JSON.stringify(value, null, 2);
const mappings = (...fields: readonly string[]) => ({
  properties: Object.fromEntries(fields.map((field) => [field, { type: 'keyword' }])),
});
const template = (field: string) => ({ template: { mappings: mappings(field) } });
const EXPECTED =
  'Expected a mappings object with “properties”, the body of an index or template, or the response of GET _mapping, GET _index_template or GET _component_template.';

/** One table for all that read pasted texts: the domain, the command line, Load JSON and the import of drafts. */
export const PASTED_TEXTS: readonly PastedText[] = [
  {
    what: 'the response of GET _index_template about one template',
    text: json({
      index_templates: [
        {
          name: 'logs',
          index_template: {
            index_patterns: ['logs-*'],
            composed_of: [],
            created_date: '2026-04-10T09:00:00.000Z',
            created_date_millis: 1775811600000,
            ...template('id'),
          },
        },
      ],
    }),
    bodies: [{ name: 'logs', kind: 'index template', fields: ['id'] }],
    leftOut: 'Left out: read-only created_date, created_date_millis.',
  },
  {
    what: 'the response of GET _index_template about several templates',
    text: json({
      index_templates: [
        { name: 'logs', index_template: { index_patterns: ['logs-*'], ...template('id') } },
        { name: 'metrics', index_template: { index_patterns: ['metrics-*'], ...template('value') } },
      ],
    }),
    bodies: [
      { name: 'logs', kind: 'index template', fields: ['id'] },
      { name: 'metrics', kind: 'index template', fields: ['value'] },
    ],
  },
  {
    what: 'the response of GET _component_template',
    text: json({
      component_templates: [{ name: 'logs@mappings', component_template: { version: 3, ...template('id') } }],
    }),
    bodies: [{ name: 'logs@mappings', kind: 'component template', fields: ['id'] }],
  },
  {
    what: 'the response of GET _template',
    text: json({
      old: { order: 1, index_patterns: ['old-*'], settings: {}, mappings: { _doc: mappings('a') }, aliases: {} },
    }),
    bodies: [{ name: 'old', kind: 'legacy template', fields: ['a'] }],
  },
  {
    what: 'the response of GET _mapping about several indices',
    text: json({ 'orders-1': { mappings: mappings('a') }, 'orders-2': { mappings: mappings('b') } }),
    bodies: [
      { name: 'orders-1', kind: 'mappings', fields: ['a'] },
      { name: 'orders-2', kind: 'mappings', fields: ['b'] },
    ],
  },
  {
    what: 'the response of GET _mapping about indices with the names of template members',
    text: json({ template: { mappings: mappings('a') }, orders: { mappings: mappings('b') } }),
    bodies: [
      { name: 'template', kind: 'mappings', fields: ['a'] },
      { name: 'orders', kind: 'mappings', fields: ['b'] },
    ],
  },
  {
    what: 'the response of GET about an index',
    text: json({
      orders: {
        aliases: { all: {} },
        mappings: { dynamic: 'strict', ...mappings('a') },
        settings: {
          index: {
            uuid: 'x',
            creation_date: '1',
            provided_name: 'orders',
            number_of_shards: '1',
            version: { created: '8170099' },
          },
        },
      },
    }),
    bodies: [{ name: 'orders', kind: 'mappings', fields: ['a'] }],
    leftOut:
      'Left out: read-only settings.index.uuid, settings.index.creation_date, settings.index.provided_name, settings.index.version.created.',
  },
  {
    what: 'the body of an index',
    text: json({ settings: { number_of_shards: 2 }, mappings: mappings('a') }),
    bodies: [{ kind: 'mappings', fields: ['a'] }],
  },
  {
    what: 'comments of each form',
    text: `{
  /* ids */
  "properties": { // all of them
    # by hand
    "id": { "type": "keyword" }
  }
}`,
    bodies: [{ kind: 'mappings', fields: ['id'] }],
    leftOut: 'Left out: 3 comments.',
  },
  {
    what: 'a request of a developer console with triple quotes',
    text: `PUT /orders
{
  "mappings": {
    "runtime": { "day": { "type": "keyword", "script": { "source": """
      // the day
      emit(doc['a'].value);
    """ } } },
    "properties": { "a": { "type": "keyword" } }
  }
}`,
    bodies: [{ name: 'orders', kind: 'mappings', fields: ['a'] }],
    leftOut: 'Left out: the request line “PUT /orders”.',
  },
  {
    what: 'several requests, one of them without a body',
    text: `# First
PUT _component_template/a
{ "template": { "mappings": { "properties": { "a": { "type": "keyword" } } } } }

GET _cat/indices?v

PUT _component_template/b
{ "template": { "mappings": { "properties": { "b": { "type": "keyword" } } } } }
`,
    bodies: [
      { name: 'a', kind: 'component template', fields: ['a'] },
      { name: 'b', kind: 'component template', fields: ['b'] },
    ],
  },
  {
    what: 'a request of a legacy template, which its body does not tell',
    text: 'PUT /_template/%3Clogs%3E?create\n{"mappings": {"properties": {"a": {"type": "keyword"}}}}',
    bodies: [{ name: '<logs>', kind: 'legacy template', fields: ['a'] }],
    leftOut: 'Left out: the request line “PUT /_template/%3Clogs%3E?create”.',
  },
  {
    what: 'a byte order mark and carriage returns',
    text: '\ufeff{\r\n  "properties": {\r\n    "id": { "type": "keyword" }\r\n  }\r\n}\r\n',
    bodies: [{ kind: 'mappings', fields: ['id'] }],
  },
  {
    what: 'a trailing comma',
    text: '{"properties":{"id":{"type":"keyword",},}}',
    refused: { reason: 'A trailing comma is not allowed', line: 1, column: 38 },
  },
  {
    what: 'a trailing comma behind triple quotes and a comment',
    text: '{"_meta":{"a":"""\none "two"\n""" /* c */,\n}}',
    refused: { reason: 'A trailing comma is not allowed', line: 3, column: 12 },
  },
  {
    what: 'a key that is named twice',
    text: '{"properties":{\n "id":{"type":"keyword"},\n "x":{"type":"long"},\n "id":{"type":"text"}}}',
    refused: {
      reason: 'The key "id" is named twice in one object, first on line 2, column 2',
      line: 4,
      column: 2,
    },
  },
  {
    what: 'a key that is named twice behind triple quotes',
    text: 'PUT /x\n{"_meta": {"a": """1\n2""", "b": 1, "b": 2}}',
    refused: { reason: 'The key "b" is named twice in one object, first on line 3, column 7', line: 3, column: 15 },
  },
  {
    what: 'triple quotes that are not closed',
    text: '{"_meta": {"a": """1\n2"}}',
    refused: { reason: 'The triple quotes are not closed', line: 1, column: 17 },
  },
  {
    what: 'a request without a body',
    text: 'GET /orders/_mapping\n',
    refused: { reason: 'A request body is expected below the request line', line: 1, column: 21 },
  },
  {
    what: 'the response of a search',
    text: json({ took: 5, timed_out: false, _shards: { total: 1 }, hits: { total: 0, hits: [] } }),
    refused: {
      reason: `There are no mappings in it: it has “took”, “timed_out”, “_shards”, “hits”. ${EXPECTED}`,
    },
  },
  {
    what: 'the response of GET _settings',
    text: json({ orders: { settings: { index: { number_of_shards: '1' } } } }),
    refused: { reason: `There are no mappings in it: it has “orders”. ${EXPECTED}` },
  },
  {
    what: 'an empty list of templates',
    text: '{"index_templates":[]}',
    refused: { reason: `There are no templates in the list “index_templates”. ${EXPECTED}` },
  },
  {
    what: 'a list',
    text: '[{"properties":{}}]',
    refused: { reason: 'A mapping or template must be a JSON object; this is an array.' },
  },
];
