import { elasticsearch, EVERYWHERE, opensearch } from './engines.ts';
import { onlyMoreRelations } from './live-limits.ts';
import { MESSAGES, NOTES } from './messages.ts';
import { isObject, type JsonValue } from '../json/value.ts';
import { always, freeText, pages, section, toggle, wholeNumber } from './parameter-parts.ts';
import { accepted, all, relations, required } from './rules.ts';
import type { ParameterEntries } from './types.ts';
import {
  anything,
  booleanLike,
  either,
  integerFrom,
  listOf,
  mapOf,
  numberLike,
  oneOf,
  scalar,
  text,
  type Accepts,
} from './values.ts';

const isDynamic = either(booleanLike, oneOf('strict', 'runtime', 'strict_allow_templates', 'false_allow_templates'));

/** What objects, joins and aliases are made of; and the options of field types of plugins. */
export const STRUCTURE_PARAMETERS = {
  path: {
    ...always,
    title: 'Alias target',
    description: 'The field the alias points to.',
    editor: { kind: 'fieldTarget' },
    liveChange: 'updatable',
    accepts: text,
    validate: required(MESSAGES.aliasTargetRequired),
    docs: pages('field-alias'),
  },
  dynamic: {
    ...always,
    title: 'Dynamic property mapping',
    description:
      'Whether new properties are added to the mappings. Otherwise they are ignored or the document is rejected.',
    editor: { kind: 'dynamic' },
    switching: 'itself',
    defaultValue: true,
    isInherited: true,
    liveChange: 'updatable',
    accepts: isDynamic,
    docs: pages('dynamic', 'dynamic'),
  },
  enabled: {
    ...toggle,
    title: 'Searchable properties',
    description: 'Whether properties are indexed. When off, the object is only in _source.',
    defaultValue: true,
    isAdvanced: false,
    docs: pages('enabled', 'enabled'),
  },
  subobjects: {
    ...toggle,
    title: 'Subobjects',
    description: 'Whether dots in field names create objects. When off, such a name is one flat field.',
    engines: elasticsearch({ from: '8.3' }),
    defaultValue: true,
    accepts: either(booleanLike, oneOf('auto')),
    docs: pages('subobjects'),
  },
  disable_objects: {
    ...toggle,
    title: 'Disable objects',
    description: 'Whether dots in field names are literal. When off, they create objects.',
    engines: opensearch({ from: '3.5' }),
    defaultValue: false,
    docs: { opensearch: 'mapping-parameters/disable-objects' },
  },
  include_in_parent: {
    ...toggle,
    title: 'Include in parent',
    description: 'Also adds the properties to the parent document as flat fields.',
    defaultValue: false,
    docs: pages('nested'),
  },
  include_in_root: {
    ...toggle,
    title: 'Include in root',
    description: 'Also adds the properties to the root document as flat fields.',
    defaultValue: false,
    docs: pages('nested'),
  },
  priority: {
    ...always,
    ...wholeNumber(MESSAGES.valueRequired, 0),
    title: 'Priority',
    description: 'The pass-through object with the highest priority wins if property names conflict.',
    liveChange: 'updatable',
    docs: pages('passthrough'),
  },
  relations: {
    ...always,
    title: 'Relationships',
    description: 'Parent and child relations. Can be added on a live index, but not removed.',
    editor: { kind: 'relations' },
    liveChange: 'updatable',
    liveLimit: onlyMoreRelations,
    accepts: mapOf(either(text, listOf(text))),
    refusal: (value) => (hasTwoParents(value) ? MESSAGES.oneParentEach : null),
    validate: relations,
    warning: (value) =>
      typeof value === 'object' && value !== null && Object.keys(value).length > 1 ? NOTES.severalRelations : null,
    docs: pages('parent-join'),
  },
  // What Elasticsearch before 8.0 and OpenSearch take on shapes that are indexed as prefix trees.
  ...legacyOptions(
    {
      tree: 'Tree',
      precision: 'Precision',
      tree_levels: 'Tree levels',
      strategy: 'Strategy',
      distance_error_pct: 'Distance error',
    },
    'geo-shape',
    {
      tree_levels: { accepts: integerFrom(), message: MESSAGES.notAnInteger },
      distance_error_pct: { accepts: numberLike, message: MESSAGES.notANumber },
    },
  ),
  // The rules of a collation, of the analysis-icu plugin.
  ...collationOptions({
    language: 'Language',
    country: 'Country',
    variant: 'Variant',
    strength: 'Strength',
    decomposition: 'Decomposition',
    alternate: 'Alternate',
    case_first: 'Case first',
    variable_top: 'Variable top',
    rules: 'Rules',
  }),
  case_level: {
    ...toggle,
    title: 'Case level',
    description: 'Whether to distinguish case at primary strength.',
    defaultValue: false,
  },
  numeric: {
    ...toggle,
    title: 'Numeric',
    description: 'Whether to sort digits by their numeric value.',
    defaultValue: false,
  },
  hiragana_quaternary_mode: {
    ...toggle,
    title: 'Hiragana quaternary mode',
    description: 'Whether to distinguish Hiragana and Katakana.',
    defaultValue: false,
  },
} as const satisfies ParameterEntries;

function hasTwoParents(relations: JsonValue): boolean {
  const children = Object.values(isObject(relations) ? relations : {}).flatMap((names) => [...new Set([names].flat())]);
  return new Set(children).size < children.length;
}

function legacyOptions(
  titles: Readonly<Record<string, string>>,
  page: string,
  numbers: Readonly<Record<string, { readonly accepts: Accepts; readonly message: string }>>,
): ParameterEntries {
  const anyText = { accepts: either(text, numberLike), message: MESSAGES.valueRequired };
  return Object.fromEntries(
    Object.entries(titles).map(([name, title]) => {
      const { accepts, message } = numbers[name] ?? anyText;
      const entry = {
        ...section,
        ...freeText(MESSAGES.valueRequired, accepts),
        title,
        description: 'Indexes shapes as a prefix tree. Deprecated in favor of a faster index.',
        engines: { elasticsearch: { until: '8.0' }, opensearch: EVERYWHERE.opensearch ?? {} },
        validate: all(required(MESSAGES.valueRequired), accepted(accepts, message)),
        docs: pages(page),
      };
      return [name, entry];
    }),
  );
}

function collationOptions(titles: Readonly<Record<string, string>>): ParameterEntries {
  return Object.fromEntries(
    Object.entries(titles).map(([name, title]) => [
      name,
      {
        ...always,
        title,
        description: 'An ICU collation option.',
        editor: { kind: 'text' as const },
        isAdvanced: true,
        accepts: name === 'rules' ? anything : scalar,
      },
    ]),
  );
}
