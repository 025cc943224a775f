import type { Engines } from '#domain/catalogue';

/** What is compared, in the words of a report. */
export type Compared =
  | 'the engine takes what validation lets through'
  | 'validation lets through what the engine takes'
  | 'the engine tells the mapping that was sent'
  | 'the engine takes a change as it is classed'
  | 'a change leads to the mapping that was planned'
  | 'templates compose as the engine composes them'
  | 'the sandbox takes what the engine takes'
  | 'the engine takes what the sandbox takes'
  | 'the sandbox answers as the engine does';

/** A difference that is known, and why it stays. */
export interface Disagreement {
  readonly name: string;
  readonly of: readonly Compared[];
  readonly because: string;
  /** The engines that it is met on; all of them where absent. */
  readonly engines?: Engines;
  /** A part of every account of it. */
  readonly says: RegExp;
}

const REFUSALS: readonly Compared[] = [
  'the engine takes what validation lets through',
  'the engine takes a change as it is classed',
  'the engine takes what the sandbox takes',
];
const ECHOES: readonly Compared[] = [
  'the sandbox answers as the engine does',
  'the engine tells the mapping that was sent',
  'a change leads to the mapping that was planned',
];

/** Every known disagreement; docs/engine-disagreements.md is made of it. */
export const DISAGREEMENTS: readonly Disagreement[] = [
  {
    name: 'not installed',
    of: REFUSALS,
    because: 'The engine that was asked lacks a plugin or a module. A full one of the same version takes it.',
    says: /not installed: /,
  },
  {
    name: 'parameters that exclude each other',
    of: REFUSALS,
    because: 'Each parameter is judged by itself, as on import. The engine also judges them together.',
    says: /cannot be set in conjunction with field|requires that \[?\w+\]?( and \[\w+\])? (is|are)|requires field \[\w+\] to be|Cannot define (multifields|copy_to parameter) on a field with a script|Cannot (set|enable) \w+ (on|if|for)|cannot be (enabled|set) (if|when|on|together)|can't be configured in nested field|only one of|Cannot specify both|Unable to parse mapping into KNNMethodContext|does not support "?\w+"? compression|Space type \[\w+\] is not supported with/i,
  },
  {
    name: 'what a type can’t do without',
    of: REFUSALS,
    because: 'An import keeps a field that lacks what its type requires. The form of the field asks for it.',
    says: /(^|refused: )Field \[\w+\] is required/,
  },
  {
    name: 'fields where the type holds none',
    of: REFUSALS,
    because:
      'An import keeps what a field holds, so that a wrong type can be corrected without losing the fields below it.',
    says: /(unknown parameter|unsupported parameters: *) ?\[(properties|fields)|does not support \[fields\]/,
  },
  {
    name: 'parameters that another engine ignores',
    of: REFUSALS,
    because: 'An import keeps what any engine takes on a type, also what an older one took and ignored.',
    says: /[Uu]nknown parameter \[\w+\] on mapper/,
  },
  {
    name: 'types of a plugin',
    of: REFUSALS,
    because: 'A type that the catalogue does not know may be that of a plugin or of a newer engine.',
    says: /^([\w ]+, and refused: )?(No handler for type|The mapper type) \[/,
  },
  {
    name: 'types that are no multi-field',
    of: REFUSALS,
    because: 'An import keeps a multi-field of any type. The editor offers those that can be one.',
    says: /cannot be used in multi field|can't be used in multifields/,
  },
  {
    name: 'copy_to in a multi-field',
    of: REFUSALS,
    because: 'Parameters are judged by the type, wherever the field stands.',
    says: /\[copy_to\] may not be used to copy from a multi-field|copy_to in multi fields is not allowed/,
  },
  {
    name: 'names that no engine takes',
    of: REFUSALS,
    because:
      'An import keeps fields by any name, so that they can be renamed in the editor, which does not take such a name.',
    says: /field name cannot (be an empty string|contain only whitespaces|start or end)|name cannot be empty string|object field (starting or ending|cannot contain)|is a metadata field in|can't merge a non object mapping|is defined (twice|more than once)|cannot contain only dots|which is a multi field of \[[^\]]*\] cannot contain|^(\w+, and refused: )?Invalid field name|must not include invalid characters|cannot be added inside an object/i,
  },
  {
    name: 'references that lead nowhere',
    of: REFUSALS,
    because: 'An alias may be written before its target. The editor warns of it.',
    says: /Invalid \[path\] value|Cannot copy to field|\[path\] property must be specified/,
  },
  {
    name: 'an object without anything in it',
    of: REFUSALS,
    because: 'A definition without a type is an object, as the specification has it, also where it is empty.',
    says: /No type specified for (field|property)/,
  },
  {
    name: 'objects where there are none',
    of: REFUSALS,
    because: 'Below "subobjects": false the engine makes fields with dots in their names of objects, as far as it can.',
    engines: { elasticsearch: { from: '8.3' } },
    says: /subobjects is set to false|does not support subobjects/,
  },
  {
    name: 'dots in names',
    of: [...ECHOES, 'the engine takes a change as it is classed'],
    because:
      'The engine tells a name with dots as objects, or objects below "subobjects": false as names with dots. The document is kept as it was written.',
    says: /\(dots are levels\)/,
  },
  {
    name: 'points written otherwise',
    of: ECHOES,
    because: 'The engine tells a point as an object of numbers, however it was written.',
    says: /\/null_value: sent .*told \{"(lat|lon|x|y)"|Remove null_value|POINT \(/,
  },
  {
    name: 'doc values of text',
    of: ['the engine takes a change as it is classed'],
    because:
      'Elasticsearch 9 takes text with doc_values, and tells a mapping that leaves it out apart from one that says false.',
    engines: { elasticsearch: { from: '9.0' } },
    says: /^none, and refused: [^]*Cannot update parameter \[doc_values\]/,
  },
  {
    name: 'shapes that are not indexed',
    of: [...ECHOES, 'the engine takes a change as it is classed'],
    because: 'OpenSearch takes "index": false on a shape, and forgets it.',
    engines: { opensearch: {} },
    says: /\/index: sent false, told nothing/,
  },
  {
    name: 'parameters that are told of every field',
    of: [...ECHOES, 'the engine takes a change as it is classed'],
    because:
      'The engine tells what it assumes of some types. What it assumes depends on the version or on other parameters, so the catalogue does not say it.',
    says: /(Remove|Set) (doc_values|index|search_analyzer) (from|of) |(similarity|search_analyzer|element_type|index_options): sent (nothing, told|.*, told nothing)|without effect[^]*(Set|Change) search_(quote_)?analyzer|\/locale: sent |engine ("cosine"|{"type":"int8_hnsw".*), sandbox nothing|copy_to of \S+ from \["\d/,
  },
  {
    name: 'a field in two notations',
    of: ['templates compose as the engine composes them', 'the sandbox answers as the engine does'],
    because:
      'A part has fields both as "o.a" and below "o". Elasticsearch takes either, by the order of its hash tables; ours takes the later.',
    says: /^a part has a field in two notations/,
  },
  {
    name: 'nested objects below flat ones',
    of: ['templates compose as the engine composes them'],
    because:
      'Elasticsearch 8.19 composes a nested object below one without subobjects, and refuses the same mapping when it is sent as one.',
    engines: { elasticsearch: { from: '8.3' } },
    says: /^our composition is refused: Tried to add nested object \S+ to object \S+ which does not support subobjects/,
  },
  {
    name: 'prefix trees of shapes',
    of: [...ECHOES, 'the engine takes a change as it is classed'],
    because:
      'Options of prefix trees are legacy. The engine fills in those that go with one that is set, and tells distances with a decimal.',
    says: /\/(strategy|precision|tree|tree_levels|distance_error_pct): sent |"(strategy|tree|precision|tree_levels|distance_error_pct)":/,
  },
  {
    name: 'values that the sandbox does not look into',
    of: ['the engine takes what the sandbox takes'],
    because:
      'The sandbox judges parameters by the catalogue, each by itself, and not what engines know of their inside.',
    says: /values can only be strings|config must be an object|can only be specified for a field|Failed to parse|Could not convert|must be|not found for field|Cannot copy|do not support searching/,
  },
  {
    name: 'text that is given as a number',
    of: ['the sandbox takes what the engine takes'],
    because: 'Engines write out a number where they want text. The catalogue has text there.',
    says: /Failed to parse value \[-?[\d.]+\] of parameter/,
  },
  {
    name: 'objects that parts imply',
    of: ['the sandbox answers as the engine does'],
    because: 'Of an object that one part names and another one implies by dots, the sandbox keeps less.',
    says: /^simulated: new_index: /,
  },
  {
    name: 'what came after the version of the sandbox',
    of: ['the sandbox takes what the engine takes'],
    because:
      'The sandbox speaks as Elasticsearch 8.17, and is compared with 9. There the default locale is no longer the root, and text has doc values.',
    says: /unknown parameter \[doc_values\] on mapper \[[^\]]*\] of type \[text\]|Cannot update parameter \[locale\]/,
  },
  {
    name: 'null values that a field can’t hold',
    of: REFUSALS,
    because:
      'A null value is free text or a number: what is a date follows from the formats of the field, and what an address is only the engine says.',
    says: /Failed to parse with all enclosed parsers|is not an IP string literal|failed to parse date field/,
  },
  {
    name: 'locales that Java does not know',
    of: REFUSALS,
    because: 'Which languages there are is known to the engine’s Java alone.',
    says: /Ill-formed language|letter language code|Unknown language/,
  },
  {
    name: 'a dot at the end of a name',
    of: ['the sandbox takes what the engine takes'],
    because: 'Elasticsearch drops a dot at the end of a field’s name. The sandbox refuses such a name.',
    says: /field name cannot be an empty string/,
  },
  {
    name: 'a source mode that is ignored',
    of: ECHOES,
    because: 'Elasticsearch 9 takes _source.mode and forgets it: the mode is a setting of the index now.',
    engines: { elasticsearch: { from: '9.0' } },
    says: /\/_source: sent .*"mode"|_source\n.*"mode"/,
  },
];
