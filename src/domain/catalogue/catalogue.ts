import type { JsonValue } from '../json/value.ts';
import { commonEngines, isKnownBy, type TargetEngine } from './engines.ts';
import { FIELD_TYPES } from './field-types.ts';
import { forgottenNote, MESSAGES } from './messages.ts';
import type { Option } from './editors.ts';
import { PARAMETERS } from './parameters.ts';
import type {
  ChildContainer,
  Parameter,
  ParameterContext,
  ParameterEntries,
  ParameterEntry,
  ParameterUse,
  TypeEntries,
  TypeEntry,
} from './types.ts';

/** What a field without a type is, and a type that the catalogue has no entry for. */
export const DEFAULT_TYPE = 'object';
export const OTHER_TYPE = 'other';

/** The types between which a field keeps what it holds; between any others it is removed. */
const KEEPS_CHILDREN: readonly (readonly [string, string])[] = [
  ['text', 'keyword'],
  ['object', 'nested'],
];

const MAIN_TYPE_TITLES: Readonly<Record<string, string>> = { numeric: 'Numeric', range: 'Range', other: 'Other' };
const MAIN_TYPE_SYNONYMS: Readonly<Record<string, readonly string[]>> = {
  numeric: ['number'],
  range: ['interval', 'between'],
  other: ['custom', 'plugin'],
};

/** What brings a type, and a cluster lacks. */
export interface MissingPart {
  readonly kind: 'plugin' | 'module';
  readonly name: string;
}

/** Where a new field would stand. */
export interface Place {
  readonly isRoot: boolean;
  readonly isMultiField: boolean;
}

/** The field types and parameters of one or several engines, and what follows from them. */
export interface Catalogue {
  /** The entry of a type, or undefined for one that the catalogue does not know. */
  typeEntry(type: string): TypeEntry | undefined;
  /** Every type by its engine name. */
  typeNames(): readonly string[];
  /** The main type that a form shows for an engine's type: `numeric` for `long`, `other` for an unknown one. */
  mainTypeOf(type: string): string;
  /**
   * The engine's type for what a form shows: the sub-type where there is one, else the main type.
   * @throws Error 'Property type not recognized' for a main type that is no type of an engine, without a sub-type.
   */
  engineTypeOf(main: string, subType?: string): string;
  /** What a person reads for a type; an unknown type is shown as it stands. */
  typeTitle(type: string): string;
  /** Words other than its name and title by which a person looks for a type or main type. */
  synonymsOf(type: string): readonly string[];
  /**
   * The container that children of a field of this type go to, or null. A type that we do not know may have
   * multi-fields.
   */
  childContainerOf(type: string): ChildContainer | null;
  canHaveChildFields(type: string): boolean;
  canHaveMultiFields(type: string): boolean;
  isMultiFieldType(type: string): boolean;
  isRootOnlyType(type: string): boolean;
  isAliasTargetType(type: string): boolean;
  /** Whether a field keeps its properties and multi-fields when its type changes so. Sub-types of one main type do. */
  keepsChildren(before: string, after: string): boolean;
  /**
   * The plugin or module that a type needs and that the target's cluster lacks, or null; null also where it is not
   * known what it has.
   */
  missingPartOf(type: string, target: TargetEngine): MissingPart | null;
  /** Whether the target takes a parameter on a type and ignores it. */
  tolerates(type: string, name: string, target: TargetEngine): boolean;
  /** The types that can be chosen for a field in a place, in the order of their titles. */
  selectableTypes(target: TargetEngine, place: Place): readonly string[];
  /**
   * The parameters of a type, with what the type changes about them, in the order of its entry; with a target only
   * those that it knows. A type that the target lacks keeps all of its parameters: the field stays editable.
   */
  parametersOf(type: string, target?: TargetEngine): readonly Parameter[];
  /** One of them, or undefined where the type, or a target that is named, has no such parameter. */
  parameterOf(type: string, name: string, target?: TargetEngine): Parameter | undefined;
  /** The same in the two parts of a form: what is always seen, and what "Show advanced settings" opens. */
  parameterGroups(
    type: string,
    target?: TargetEngine,
  ): { readonly basic: readonly Parameter[]; readonly advanced: readonly Parameter[] };
  /** What is assumed or shown where the parameter is absent. */
  defaultOf(type: string, name: string): JsonValue | undefined;
  /** What the parameter's input offers; empty where it is no list. */
  optionsOf(type: string, name: string): readonly Option[];
  /** The message for a value that the user entered, or null. A parameter that the type does not have has no rules. */
  validateParameter(
    type: string,
    name: string,
    value: JsonValue | undefined,
    context?: Partial<ParameterContext>,
  ): string | null;
  /**
   * Whether any engine takes a parameter with this value on this type: what import keeps. Null is taken nowhere, nor is
   * `name`. On a type that the catalogue does not know every other parameter is taken: a plugin has its own.
   */
  acceptsParameter(type: string, name: string, value: JsonValue): boolean;
}

/**
 * A parameter as one type has it: known where both are, and in the section of another only where the type has that one.
 */
function parameterIn(owner: TypeEntry, name: string, entry: ParameterEntry, use: ParameterUse): Parameter {
  const { section, defaultValue, ...merged } = { ...entry, ...use, name };
  const engines = commonEngines(owner.engines, merged.engines);
  return {
    ...merged,
    engines,
    ...(section !== undefined && Object.hasOwn(owner.parameters, section) && { section }),
    // Required parameters have no default.
    ...(merged.requiredBy !== undefined ? { isRequired: true } : defaultValue !== undefined && { defaultValue }),
  };
}

/** A parameter as a target has it: required only where the target requires it, with the default of the target. */
function parameterFor(parameter: Parameter, target: TargetEngine): Parameter {
  const { requiredBy, otherDefault, forgottenBy } = parameter;
  const isOptional = requiredBy !== undefined && !isKnownBy(requiredBy, target);
  const isOther = otherDefault !== undefined && isKnownBy(otherDefault.engines, target);
  const isForgotten = forgottenBy !== undefined && isKnownBy(forgottenBy, target);
  if (!isOptional && !isOther && !isForgotten) return parameter;
  return {
    ...parameter,
    ...(isOptional && { isRequired: false }),
    ...(isOther && { [parameter.switching === 'optional' ? 'assumes' : 'defaultValue']: otherDefault.value }),
    ...(isForgotten && { note: forgottenNote }),
  };
}

/** A catalogue of these types and parameters; ours is {@link CATALOGUE}. */
export function catalogueOf(types: TypeEntries, parameters: ParameterEntries): Catalogue {
  const typeEntry = (type: string) => (Object.hasOwn(types, type) ? types[type] : undefined);
  const typeNames = () => Object.keys(types);
  const mainTypeOf = (type: string) => {
    const entry = typeEntry(type);
    return entry === undefined ? OTHER_TYPE : (entry.subTypeOf ?? type);
  };
  const typeTitle = (type: string) =>
    typeEntry(type)?.title ?? (Object.hasOwn(MAIN_TYPE_TITLES, type) ? MAIN_TYPE_TITLES[type] : undefined) ?? type;
  const childContainerOf = (type: string) => {
    const holds = typeEntry(type)?.holds ?? 'fields';
    return holds === 'nothing' ? null : holds;
  };
  const missingPartOf = (type: string, { distribution, plugins, modules }: TargetEngine): MissingPart | null => {
    const { plugin, module } = typeEntry(type) ?? {};
    const lacks = (name: string | undefined, having: readonly string[] | undefined): name is string =>
      name !== undefined && having?.includes(name) === false;
    const [wantedPlugin, wantedModule] = [plugin?.[distribution], module?.[distribution]];
    if (lacks(wantedPlugin, plugins)) return { kind: 'plugin', name: wantedPlugin };
    return lacks(wantedModule, modules) ? { kind: 'module', name: wantedModule } : null;
  };
  const isMultiFieldType = (type: string) => typeEntry(type)?.placement?.asMultiField !== false;
  const isRootOnlyType = (type: string) => typeEntry(type)?.placement?.rootOnly === true;

  /** By type, by name, in the order of the type's entry; merged once. */
  const merged = new Map<string, ReadonlyMap<string, Parameter>>();
  function parametersByName(type: string): ReadonlyMap<string, Parameter> {
    const known = merged.get(type);
    if (known !== undefined) return known;
    const byName = new Map<string, Parameter>();
    const owner = typeEntry(type);
    // Names of unknown types come from users' documents: they are not collected.
    if (owner === undefined) return byName;
    for (const [name, use] of Object.entries(owner.parameters)) {
      const entry = Object.hasOwn(parameters, name) ? parameters[name] : undefined;
      const parameter = entry && parameterIn(owner, name, entry, use);
      if (parameter !== undefined && Object.keys(parameter.engines).length > 0) byName.set(name, parameter);
    }
    merged.set(type, byName);
    return byName;
  }
  /** Whether a target has the type, so that only the parameters count that it knows. */
  function isNarrowedTo(type: string, target: TargetEngine | undefined): target is TargetEngine {
    const entry = typeEntry(type);
    return target !== undefined && entry !== undefined && isKnownBy(entry.engines, target);
  }
  // Asked for each value of a document: the other parameters are not looked at.
  function parameterOf(type: string, name: string, target?: TargetEngine): Parameter | undefined {
    const parameter = parametersByName(type).get(name);
    if (parameter === undefined || !isNarrowedTo(type, target)) return parameter;
    return isKnownBy(parameter.engines, target) ? parameterFor(parameter, target) : undefined;
  }
  function parametersOf(type: string, target?: TargetEngine): readonly Parameter[] {
    const every = [...parametersByName(type).values()];
    if (!isNarrowedTo(type, target)) return every;
    return every
      .filter(({ engines }) => isKnownBy(engines, target))
      .map((parameter) => parameterFor(parameter, target));
  }

  return {
    typeEntry,
    typeNames,
    mainTypeOf,
    engineTypeOf(main, subType) {
      if (subType !== undefined && subType !== '') return subType;
      if (typeEntry(main) === undefined) throw new Error(MESSAGES.typeNotRecognized);
      return main;
    },
    typeTitle,
    synonymsOf: (type) =>
      typeEntry(type)?.synonyms ?? (Object.hasOwn(MAIN_TYPE_SYNONYMS, type) ? (MAIN_TYPE_SYNONYMS[type] ?? []) : []),
    childContainerOf,
    canHaveChildFields: (type) => childContainerOf(type) === 'properties',
    canHaveMultiFields: (type) => childContainerOf(type) === 'fields',
    isMultiFieldType,
    isRootOnlyType,
    isAliasTargetType: (type) => typeEntry(type)?.placement?.asAliasTarget !== false,
    keepsChildren(before, after) {
      const from = mainTypeOf(before);
      if (before === after || (from === mainTypeOf(after) && from !== OTHER_TYPE)) return true;
      return KEEPS_CHILDREN.some(([a, b]) => (a === before && b === after) || (b === before && a === after));
    },
    missingPartOf,
    tolerates(type, name, target) {
      const tolerance = typeEntry(type)?.tolerates ?? {};
      return Object.hasOwn(tolerance, name) && isKnownBy(tolerance[name] ?? {}, target);
    },
    selectableTypes(target, place) {
      const isOffered = (type: string) =>
        isKnownBy((types[type] as TypeEntry).engines, target) &&
        missingPartOf(type, target) === null &&
        (!place.isMultiField || isMultiFieldType(type)) &&
        (place.isRoot || !isRootOnlyType(type));
      return typeNames()
        .filter(isOffered)
        .sort((a, b) => (typeTitle(a) < typeTitle(b) ? -1 : 1));
    },
    parametersOf,
    parameterOf,
    parameterGroups(type, target) {
      const every = parametersOf(type, target);
      return {
        basic: every.filter(({ isAdvanced }) => isAdvanced !== true),
        advanced: every.filter(({ isAdvanced }) => isAdvanced === true),
      };
    },
    defaultOf: (type, name) => parameterOf(type, name)?.defaultValue,
    optionsOf(type, name) {
      const editor = parameterOf(type, name)?.editor;
      return editor !== undefined && 'options' in editor ? editor.options : [];
    },
    validateParameter(type, name, value, context = {}) {
      return parameterOf(type, name)?.validate?.(value, { type, parameters: {}, ...context }) ?? null;
    },
    acceptsParameter(type, name, value) {
      if (value === null || name === 'name') return false;
      const entry = typeEntry(type);
      if (entry === undefined) return true;
      const parameter = parameterOf(type, name);
      if (parameter !== undefined) return parameter.accepts(value);
      if (!Object.hasOwn(entry.tolerates ?? {}, name)) return false;
      // Accepted and ignored, but the value must still have the right form.
      return !Object.hasOwn(parameters, name) || (parameters[name] as ParameterEntry).accepts(value);
    },
  };
}

/** What our engines know. */
export const CATALOGUE: Catalogue = catalogueOf(FIELD_TYPES, PARAMETERS);

export const {
  typeEntry,
  typeNames,
  mainTypeOf,
  engineTypeOf,
  typeTitle,
  synonymsOf,
  childContainerOf,
  canHaveChildFields,
  canHaveMultiFields,
  isMultiFieldType,
  isRootOnlyType,
  isAliasTargetType,
  keepsChildren,
  missingPartOf,
  tolerates,
  selectableTypes,
  parametersOf,
  parameterOf,
  parameterGroups,
  defaultOf,
  optionsOf,
  validateParameter,
  acceptsParameter,
} = CATALOGUE;
