import { keepsChildren, parameterOf, typeTitle } from '../catalogue/catalogue.ts';
import type { TargetEngine } from '../catalogue/engines.ts';
import { member, pickMembers, type JsonObject } from '../json/value.ts';
import { definitionRefusals, type FieldPlace } from '../mapping/definition-refusals.ts';
import { CHILD_CONTAINERS } from '../mapping/field.ts';
import type { Finding, Fix } from './rule.ts';
import type { LintedField } from './subject.ts';

/** Whether the target refuses no more of a definition than before. */
function isNoWorse(field: LintedField, after: JsonObject, target: TargetEngine): boolean {
  const { container, definition, parent } = field;
  const place: FieldPlace = {
    isRoot: parent === null,
    isMultiField: container === 'fields',
    isInMultiField: parent?.container === 'fields',
    isInNested: false,
  };
  const refusedIn = (value: JsonObject) => definitionRefusals(undefined, value, place, target).length;
  return refusedIn(after) <= refusedIn(definition);
}

/** Takes a parameter out; null where the field would then be refused, or would compute no values any more. */
export function withoutParameter(field: LintedField, name: string, target: TargetEngine): Fix | null {
  const isKept = ['type', 'properties', 'fields', 'path', 'script'].includes(name);
  const after = pickMembers(field.definition, (each) => each !== name);
  if (isKept || member(field.definition, name) === undefined || !isNoWorse(field, after, target)) return null;
  return { title: `Remove ${name}`, command: { type: 'field.edit', payload: { field: field.at, unset: [name] } } };
}

/** Switches parameters off; null where the field would then be refused. */
export function switchOff(field: LintedField, names: readonly string[], target: TargetEngine): Fix | null {
  const set = Object.fromEntries(names.map((name) => [name, false]));
  if (!isNoWorse(field, { ...field.definition, ...set }, target)) return null;
  return {
    title: `Switch off ${names.join(' and ')}`,
    command: { type: 'field.edit', payload: { field: field.at, set } },
  };
}

/** Changes the type, and takes out what the target does not take on the new one; null where that would lose fields. */
export function retype(field: LintedField, to: string, target: TargetEngine): Fix | null {
  const { at, definition, type } = field;
  const holds = CHILD_CONTAINERS.some((container) => member(definition, container) !== undefined);
  if (holds && !keepsChildren(type, to)) return null;
  // What a script computes is of the type that it was written for.
  if (member(definition, 'script') !== undefined) return null;
  const unset = Object.entries(definition).flatMap(([name, value]) => {
    if (name === 'type' || name === 'properties' || name === 'fields') return [];
    const parameter = parameterOf(to, name, target);
    const isTaken =
      value !== null &&
      parameter?.accepts(value) === true &&
      (parameter.refusal?.(value, { type: to, parameters: definition }, target) ?? null) === null;
    return isTaken ? [] : [name];
  });
  const after = { ...pickMembers(definition, (name) => !unset.includes(name)), type: to };
  if (!isNoWorse(field, after, target)) return null;
  return {
    title: `Change the type to ${typeTitle(to)}`,
    command: { type: 'field.edit', payload: { field: at, set: { type: to }, ...(unset.length > 0 && { unset }) } },
  };
}

/** The findings whose fixes can be made as one step: of several that write the same members, the first. */
export function fixesAtOnce<Each extends Finding>(
  findings: readonly Each[],
): readonly (Each & { readonly fix: Fix })[] {
  const written = new Set<string>();
  return findings.filter((finding): finding is Each & { readonly fix: Fix } => {
    if (finding.fix === null) return false;
    const { type, payload } = finding.fix.command;
    const members = 'set' in payload ? Object.keys(payload.set ?? {}) : [];
    const key = JSON.stringify([type, payload, members], (name, value: unknown) => (name === 'set' ? null : value));
    return written.size < written.add(key).size;
  });
}
