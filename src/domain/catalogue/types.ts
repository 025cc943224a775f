import type { JsonObject, JsonValue } from '../json/value.ts';
import type { Editor } from './editors.ts';
import type { Engines, TargetEngine } from './engines.ts';

/** The member of a field definition that holds further fields. */
export type ChildContainer = 'properties' | 'fields';

/** What can be done to a parameter of a field that is live on an index: change it in place, or only in a new index. */
export type LiveChange = 'updatable' | 'reindex';

/**
 * The reason why a live index rejects this change of an updatable parameter, or null. `undefined`: neither set nor
 * assumed.
 */
export type LiveLimit = (
  before: JsonValue | undefined,
  after: JsonValue | undefined,
  target: TargetEngine,
) => string | null;

/** The page of each engine's documentation, below the base address of its mapping reference (docs.ts). */
export type DocsPages = Readonly<Partial<Record<keyof Engines, string>>>;

/**
 * How a form switches a parameter on.
 * - `always`: its input is there without a switch; an empty input means absent.
 * - `optional`: a section that is absent when off. Switched on it writes what it shows; switched off the parameter is
 *   removed.
 * - `itself`: the switch is the parameter and writes true or false.
 */
export type Switching = 'always' | 'optional' | 'itself';

/** What a rule may look at beside the value. */
export interface ParameterContext {
  /** The field's type as the engine names it. */
  readonly type: string;
  /** The field's other parameters, as they stand in the form or in the body. */
  readonly parameters: JsonObject;
  /** Of the index, flat and by whole names; absent where they are not known. */
  readonly settings?: JsonObject;
}

export interface ParameterEntry {
  /** The heading of its section in a form. */
  readonly title: string;
  /** Of the input itself, where that is not the title. */
  readonly label?: string;
  readonly description: string;
  /** Below the input: how to write the value. */
  readonly help?: string;
  readonly editor: Editor;
  readonly switching: Switching;
  /** The parameter in whose section this one is shown, while that one is on: `index` for `index_options`. */
  readonly section?: string;
  /** In the part of a form that "Show advanced settings" opens. */
  readonly isAdvanced?: boolean;
  /**
   * What the engine assumes where the parameter is absent; of an `optional` one, what its section shows when it is
   * switched on. Shown, never written unasked.
   */
  readonly defaultValue?: JsonValue;
  /**
   * The value that every engine uses when the parameter is absent. Set only where `defaultValue` is not that value, as
   * for `optional` parameters.
   */
  readonly assumes?: JsonValue;
  /** Where it is absent, what is in force in the object around the field is in force, from the mappings down. */
  readonly isInherited?: true;
  /** What an engine assumes instead, by the rest of the definition. */
  readonly assumesBeside?: (definition: JsonObject, target: TargetEngine) => JsonValue | undefined;
  /** The value as engines read and tell it, where that is written otherwise: `["a"]` for `"a"`. */
  readonly readAs?: (value: JsonValue) => JsonValue;
  /** The parameters of the field whose value it takes where it is absent: that of the first that is there. */
  readonly follows?: readonly string[];
  /** What some engines assume instead. */
  readonly otherDefault?: { readonly engines: Engines; readonly value: JsonValue };
  readonly liveChange: LiveChange;
  readonly liveLimit?: LiveLimit;
  readonly engines: Engines;
  readonly docs?: DocsPages;
  /**
   * Whether any engine takes this value on this parameter: wider than what a form offers, and what import keeps. Never
   * called with null.
   */
  readonly accepts: (value: JsonValue) => boolean;
  /** Of a value that the user entered: the message, or null. Undefined is an input that was left empty. */
  readonly validate?: (value: JsonValue | undefined, context: ParameterContext) => string | null;
  /** What the user should know about a value that is allowed, or null. */
  readonly warning?: (value: JsonValue | undefined, context: ParameterContext) => string | null;
  /** What follows from a value, such as what it costs, or null. */
  readonly note?: (value: JsonValue | undefined) => string | null;
  /**
   * Why an engine refuses a value that `accepts` takes by itself, or null: beside the field's other parameters, or
   * beyond the engine's bounds. Never called with null.
   */
  readonly refusal?: (value: JsonValue, context: ParameterContext, target: TargetEngine) => string | null;
  /** Why the parameter can't be changed while the others stand as they do, or null. */
  readonly obstacle?: (context: ParameterContext) => Obstacle | null;
}

export interface Obstacle {
  readonly title: string;
  readonly message: string;
}

/** How a type uses a parameter: what differs from the parameter's own entry. */
export interface ParameterUse extends Partial<ParameterEntry> {
  /** The engines on which a field of this type can't be created without it. */
  readonly requiredBy?: Engines;
  /**
   * Of a required parameter: the engines that create a field without it, whose use begins once it is set, by the first
   * document or an update. Forms still ask for it.
   */
  readonly takenWithout?: Engines;
  /** The required parameter that a field can do without where it has this one. */
  readonly insteadOf?: string;
  /** The engines that take it on this type and forget it: their forms say so, and on a live mapping it is no change. */
  readonly forgottenBy?: Engines;
  /** The engines on which a live field of this type keeps it where an update leaves it out. */
  readonly keptBy?: Engines;
  /** The engines that refuse to set a live field to the default where it was left out, and to leave out the default. */
  readonly defaultSetApartBy?: Engines;
}

/** A parameter as one type has it. */
export interface Parameter extends ParameterEntry {
  readonly name: string;
  readonly requiredBy?: Engines;
  readonly takenWithout?: Engines;
  readonly insteadOf?: string;
  readonly forgottenBy?: Engines;
  readonly keptBy?: Engines;
  readonly defaultSetApartBy?: Engines;
  /** Whether the target requires it; where none was named, whether any engine does. */
  readonly isRequired?: boolean;
}

export type ParameterUses = { readonly [name: string]: ParameterUse };

/** Where a field may stand. */
export interface Placement {
  /** Only directly below the root of the mappings. */
  readonly rootOnly?: boolean;
  readonly asMultiField?: boolean;
  readonly asAliasTarget?: boolean;
}

export type TypeFamily = 'text' | 'number' | 'date' | 'geo' | 'structure';

/** Engines, by the parameter that they take on a type and ignore. */
export type Tolerance = Readonly<Record<string, Engines>>;

/** A field type as the engine names it. Fully described by its entry: nothing else lists types. */
export interface TypeEntry {
  readonly title: string;
  readonly description: string;
  /** The main type that this is a sub-type of, such as `numeric` of `long`. */
  readonly subTypeOf?: 'numeric' | 'range';
  /** Types of one family are used alike, and have one tint in trees and lists; a type without one has none. */
  readonly family?: TypeFamily;
  /** What its definition may hold, besides parameters. */
  readonly holds: ChildContainer | 'nothing';
  readonly placement?: Placement;
  readonly isBeta?: boolean;
  readonly engines: Engines;
  /** The plugin that brings it, by the name that nodes have for it; built in where a distribution is absent. */
  readonly plugin?: Readonly<Partial<Record<keyof Engines, string>>>;
  /**
   * The module of a full installation that brings it, by the name that nodes have for it; part of the server where a
   * distribution is absent.
   */
  readonly module?: Readonly<Partial<Record<keyof Engines, string>>>;
  readonly docs?: DocsPages;
  /** Words other than its name and title by which a person looks for it, in lower case. */
  readonly synonyms?: readonly string[];
  /** Names of parameters in the order of the form, with what differs from their entries. */
  readonly parameters: ParameterUses;
  /**
   * The engines that take no multi-fields on it, where most types of a value have them: a form offers fewer than
   * engines take.
   */
  readonly refusesFields?: Engines;
  /** The engines that refuse it as a multi-field, where a form lets it be one. */
  readonly refusedAsMultiField?: Engines;
  /** The engines that make another field of an update to one below the root, named by its whole path. */
  readonly misplacedBy?: Engines;
  /** The engines that take properties on it, though it is a value. */
  readonly takesProperties?: Engines;
  /** Parameters that are taken on this type and ignored, and which engines do so: kept on import, in no form. */
  readonly tolerates?: Tolerance;
}

export type TypeEntries = Readonly<Record<string, TypeEntry>>;
export type ParameterEntries = Readonly<Record<string, ParameterEntry>>;
