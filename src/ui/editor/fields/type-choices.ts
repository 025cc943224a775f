import {
  isKnownBy,
  mainTypeOf,
  missingPartOf,
  OTHER_TYPE,
  selectableTypes,
  synonymsOf,
  typeEntry,
  typeNames,
  typeTitle,
  type TargetEngine,
} from '#domain/catalogue';
import { engineTitle } from '../../platform/target-engines.ts';

/** The properties of a field's place that limit its types. */
export interface FieldPlace {
  readonly isRoot: boolean;
  readonly isMultiField: boolean;
}

export interface TypeChoice {
  readonly id: string;
  readonly label: string;
  readonly description?: string;
  readonly keywords?: string;
}

/** A type that is being chosen: the main type, and the engine's name of the type, empty until it is known. */
export interface TypePick {
  readonly main: string | null;
  readonly name: string;
}

export function pickOf(type: string): TypePick {
  return { main: mainTypeOf(type), name: type };
}

/**
 * The pick after a type is chosen: a type without sub-types, a sub-type with its main type, or a main type to be
 * completed by a sub-type or a free name.
 */
export function pickType(chosen: string): TypePick {
  if (typeEntry(chosen)?.subTypeOf !== undefined) return pickOf(chosen);
  return { main: chosen, name: chosen === OTHER_TYPE || hasSubTypes(chosen) ? '' : chosen };
}

export function hasSubTypes(main: string): boolean {
  return typeNames().some((type) => type !== main && mainTypeOf(type) === main);
}

/**
 * The options of the field type picker: the types and sub-types that the engine has in this place, and the current type
 * of the field.
 */
export function mainTypeChoices(
  target: TargetEngine,
  place: FieldPlace,
  current: string | null,
): readonly TypeChoice[] {
  const offered = new Map<string, TypeChoice>();
  for (const type of selectableTypes(target, place)) {
    const main = mainTypeOf(type);
    if (main === type) offered.set(main, choiceOf(type));
    else {
      offered.set(main, { id: main, label: typeTitle(main), keywords: synonymsOf(main).join(' ') });
      offered.set(type, { ...choiceOf(type), label: `${typeTitle(type)} (${typeTitle(main).toLowerCase()})` });
    }
  }
  if (current !== null && !offered.has(mainTypeOf(current)) && mainTypeOf(current) === current)
    offered.set(current, foreignChoice(current, target));
  const choices = [...offered.values()].sort((a, b) => (a.label < b.label ? -1 : 1));
  return [
    ...choices,
    {
      id: OTHER_TYPE,
      label: typeTitle(OTHER_TYPE),
      description: 'Any type by its name, with parameters as JSON.',
      keywords: synonymsOf(OTHER_TYPE).join(' '),
    },
  ];
}

/** The options of the sub-type picker below a main type. */
export function subTypeChoices(
  target: TargetEngine,
  place: FieldPlace,
  main: string,
  current: string | null,
): readonly TypeChoice[] {
  const types = selectableTypes(target, place).filter((type) => type !== main && mainTypeOf(type) === main);
  const choices = types.map(choiceOf);
  if (current === null || current === '' || types.includes(current) || mainTypeOf(current) !== main) return choices;
  return [...choices, foreignChoice(current, target)];
}

function choiceOf(type: string): TypeChoice {
  const description = typeEntry(type)?.description;
  return {
    id: type,
    label: typeTitle(type),
    keywords: synonymsOf(type).join(' '),
    ...(description !== undefined && { description }),
  };
}

/** The option for a type that the document has, though it can't be chosen here. */
function foreignChoice(type: string, target: TargetEngine): TypeChoice {
  const reason = typeEntry(type) === undefined ? notKnownTo(target) : missingReason(type, target);
  return { id: type, label: typeTitle(type), description: reason ?? 'Not allowed in this place.' };
}

/**
 * Why the cluster that a document is for does not have a type, or null. Null also for a type that the catalogue does
 * not know: it may come from a plugin.
 */
export function missingReason(type: string, target: TargetEngine): string | null {
  const entry = typeEntry(type);
  if (entry === undefined) return null;
  if (!isKnownBy(entry.engines, target)) return notKnownTo(target);
  const part = missingPartOf(type, target);
  return part === null ? null : `Needs the ${part.name} ${part.kind}, which this cluster doesn’t have.`;
}

function notKnownTo(target: TargetEngine): string {
  return `Not known to ${engineTitle(target)}.`;
}
