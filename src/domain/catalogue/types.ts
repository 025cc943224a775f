import type { JsonValue } from '../json/value.ts';

export type Distribution = 'elasticsearch' | 'opensearch';

/** The engine that a document is written for. */
export interface TargetEngine {
  readonly distribution: Distribution;
  /** `major.minor.patch` or a prefix of it. */
  readonly version: string;
}

/** From one version (inclusive) to another (exclusive); both open where absent. */
export interface VersionRange {
  readonly from?: string;
  readonly until?: string;
}

/** Which engines know a thing, and since when. A distribution that is absent never knew it. */
export type Engines = { readonly [D in Distribution]?: VersionRange };

/** The member of a field definition that holds further fields. */
export type ChildContainer = 'properties' | 'fields';

/** How a parameter is edited; the set is closed, one component for each. */
export type EditorKind = 'text' | 'number' | 'toggle' | 'select' | 'fieldTarget' | 'json';

/** What can be done to a parameter of a field that is live on an index. */
export type LiveChange = 'updatable' | 'reindex';

export interface ParameterEntry {
  readonly title: string;
  readonly description: string;
  readonly editor: EditorKind;
  /** What the engine assumes where the parameter is absent; shown, never written. */
  readonly defaultValue?: JsonValue;
  readonly liveChange: LiveChange;
  readonly engines: Engines;
  /** Path below the documentation base of the engine. */
  readonly docs?: string;
  /** Of a value that the user entered: the message, or null. */
  readonly validate?: (value: JsonValue | undefined) => string | null;
}

/** How a type uses a parameter: what differs from the parameter's own entry. */
export interface ParameterUse extends Partial<Pick<ParameterEntry, 'defaultValue' | 'engines' | 'liveChange' | 'description'>> {
  /** A field of this type can't be created without it. */
  readonly isRequired?: boolean;
}

/** Where a field may stand. */
export interface Placement {
  /** Only directly below the root of the mappings. */
  readonly rootOnly?: boolean;
  readonly asMultiField?: boolean;
  readonly asAliasTarget?: boolean;
}

/** A field type as the engine names it. Fully described by its entry: nothing else lists types. */
export interface TypeEntry {
  readonly title: string;
  readonly description: string;
  /** The main type that this is a sub-type of, such as `numeric` of `long`. */
  readonly subTypeOf?: 'numeric' | 'range';
  /** What its definition may hold, besides parameters. */
  readonly holds: ChildContainer | 'nothing';
  readonly placement?: Placement;
  readonly isBeta?: boolean;
  readonly engines: Engines;
  readonly docs?: string;
  /** Names of parameters, with what differs from their entries. */
  readonly parameters: { readonly [name: string]: ParameterUse };
}
