import { formatJson } from '../json/text.ts';
import type { JsonValue } from '../json/value.ts';
import { CATALOGUE, type Catalogue } from './catalogue.ts';
import {
  COMPOSITE_TYPES,
  CONFIGURATION,
  DERIVED_FIELD_TYPES,
  MAPPINGS_MEMBERS,
  RUNTIME_FIELD_TYPES,
  type MemberTypeEntry,
} from './configuration.ts';
import type { Editor, Option } from './editors.ts';
import {
  ENGINE_NAMES,
  isKnownBy,
  type Distribution,
  type Engines,
  type TargetEngine,
  type VersionRange,
} from './engines.ts';
import { INDEX_DEFAULT, LANGUAGE_OPTION, offeredOptions } from './options.ts';
import type { Parameter, TypeEntry } from './types.ts';

/** One parameter of one type, as the reference page shows it. */
export interface ReferenceParameter {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly isRequired: boolean;
  /** The engines that require it, in words, where others do without; null where all or none do. */
  readonly requiredOnlyBy: string | null;
  readonly isAdvanced: boolean;
  readonly defaultValue: JsonValue | undefined;
  /** What can be written where its input is a list; empty where it is none. */
  readonly options: readonly Option[];
  readonly canBeUpdated: boolean;
  readonly engines: string;
}

/** One type, as the reference page shows it. */
export interface ReferenceType {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly engines: string;
  readonly isBeta: boolean;
  /** What it may hold and where it may stand. */
  readonly place: string;
  readonly parameters: readonly ReferenceParameter[];
}

/** Every type with its parameters, in the order of their names; with a target only what it knows. */
export function referenceTypes(catalogue: Catalogue = CATALOGUE, target?: TargetEngine): readonly ReferenceType[] {
  return [...catalogue.typeNames()].sort().flatMap((name) => {
    const entry = catalogue.typeEntry(name) as TypeEntry;
    if (target !== undefined && !isKnownBy(entry.engines, target)) return [];
    return {
      name,
      title: entry.title,
      description: entry.description,
      engines: enginesText(entry.engines),
      isBeta: entry.isBeta === true,
      place: placeOf(entry),
      parameters: catalogue.parametersOf(name, target).map((parameter) => referenceParameter(parameter, target)),
    };
  });
}

function referenceParameter(
  {
    name,
    title,
    description,
    isRequired,
    requiredBy = {},
    isAdvanced,
    defaultValue,
    editor,
    liveChange,
    engines,
  }: Parameter,
  target: TargetEngine | undefined,
): ReferenceParameter {
  const isRequiredByAll = Object.keys(engines).every((distribution) => Object.hasOwn(requiredBy, distribution));
  return {
    name,
    title,
    description,
    isRequired: isRequired === true,
    requiredOnlyBy: isRequired === true && target === undefined && !isRequiredByAll ? enginesText(requiredBy) : null,
    isAdvanced: isAdvanced === true,
    defaultValue,
    options: target === undefined ? optionsIn(editor) : offeredOptions(optionsIn(editor), target),
    canBeUpdated: liveChange === 'updatable',
    engines: enginesText(engines),
  };
}

/** Without those that only stand for something in an input: the index's own default, and one of the languages. */
function optionsIn(editor: Editor): readonly Option[] {
  if (editor.kind === 'analyzer')
    return [
      ...editor.options.filter(({ value }) => value !== INDEX_DEFAULT && value !== LANGUAGE_OPTION),
      ...editor.languages,
    ];
  return 'options' in editor ? editor.options : [];
}

function placeOf({ holds, placement }: TypeEntry): string {
  const parts = [
    holds === 'nothing' ? 'Holds no fields' : holds === 'fields' ? 'Holds multi-fields' : 'Holds properties',
  ];
  if (placement?.rootOnly === true) parts.push('only at the root');
  if (placement?.asMultiField === false) parts.push('not as a multi-field');
  if (placement?.asAliasTarget === false) parts.push('not as the target of an alias');
  return `${parts.join(', ')}.`;
}

/** Which engines know a thing, in words: `Elasticsearch from 7.3, OpenSearch`. */
export function enginesText(engines: Engines): string {
  const parts = (Object.entries(ENGINE_NAMES) as [Distribution, string][]).flatMap(([distribution, name]) => {
    const range = engines[distribution];
    return range === undefined ? [] : [`${name}${versionsText(range)}`];
  });
  return parts.join(', ');
}

function versionsText({ from, until }: VersionRange): string {
  return `${from === undefined ? '' : ` from ${from}`}${until === undefined ? '' : ` before ${until}`}`;
}

/** The reference as a Markdown page. The same catalogue gives the same text. */
export function referenceText(catalogue: Catalogue = CATALOGUE): string {
  const types = referenceTypes(catalogue);
  return [
    '# Field types and parameters',
    '',
    'Generated from the catalogue (`src/domain/catalogue`) by `npm run docs:reference`; change the catalogue, not this page. A default is what the',
    'engine assumes where the parameter is absent or, of a section that is switched on, what the section shows first. Nothing writes it unasked.',
    '',
    '## Types',
    '',
    ...table(
      ['Type', 'Name', 'What it is', 'Engines'],
      types.map(({ name, title, description, engines, isBeta }) => [
        code(name),
        isBeta ? `${title} (beta)` : title,
        description,
        engines,
      ]),
    ),
    '',
    ...types.flatMap(typeSection),
    '## Mappings',
    '',
    'Other members of a mappings object.',
    '',
    ...table(
      ['Member', 'Name', 'Engines'],
      Object.entries(MAPPINGS_MEMBERS).map(([name, { title, engines }]) => [code(name), title, enginesText(engines)]),
    ),
    '',
    ...table(
      ['Configuration', 'What it does', 'Default', 'Engines'],
      Object.entries(CONFIGURATION).map(([name, { description, defaultValue, engines }]) => [
        code(name),
        description,
        valueText(defaultValue),
        enginesText(engines),
      ]),
    ),
    '',
    ...memberTypes('Runtime fields', RUNTIME_FIELD_TYPES),
    ...memberTypes('Derived fields', DERIVED_FIELD_TYPES),
    ...memberTypes('Composite', COMPOSITE_TYPES),
  ].join('\n');
}

function typeSection({ name, title, place, parameters }: ReferenceType): readonly string[] {
  const rows = parameters.map((parameter) => [
    `${code(parameter.name)}${requirementText(parameter)}`,
    parameter.title,
    valueText(parameter.defaultValue),
    parameter.canBeUpdated ? 'in place' : 'requires a new index',
    parameter.engines,
  ]);
  const list =
    rows.length === 0 ? ['No parameters.'] : table(['Parameter', 'Section', 'Default', 'Change', 'Engines'], rows);
  return [`### ${title} (${code(name)})`, '', place, '', ...list, ''];
}

function requirementText({ isRequired, requiredOnlyBy }: ReferenceParameter): string {
  if (requiredOnlyBy !== null) return ` (required by ${requiredOnlyBy})`;
  return isRequired ? ' (required)' : '';
}

function memberTypes(title: string, types: Readonly<Record<string, MemberTypeEntry>>): readonly string[] {
  const rows = Object.entries(types).map(([name, { description, engines }]) => [
    code(name),
    description,
    enginesText(engines),
  ]);
  return [`### ${title}`, '', ...table(['Type', 'What it is', 'Engines'], rows), ''];
}

const code = (text: string) => `\`${text}\``;
const valueText = (value: JsonValue | undefined) => (value === undefined ? '' : code(formatJson(value)));

function table(heads: readonly string[], rows: readonly (readonly string[])[]): readonly string[] {
  const line = (cells: readonly string[]) => `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;
  return [line(heads), `|${'---|'.repeat(heads.length)}`, ...rows.map(line)];
}
