import type { JsonValue } from '../json/value.ts';
import type { Option } from './editors.ts';
import { EVERYWHERE } from './engines.ts';
import { MESSAGES } from './messages.ts';
import { accepted, all, noSpaces, numberIn, required } from './rules.ts';
import type { DocsPages, ParameterEntry } from './types.ts';
import { booleanLike, integerFrom, LARGEST_INTEGER, oneOf, scalar, text, type Accepts } from './values.ts';

/** The page of this name in Elasticsearch's reference, and that of the parameter's own in OpenSearch's. */
export const pages = (elasticsearch: string, opensearch?: string): DocsPages => ({
  elasticsearch,
  ...(opensearch !== undefined && { opensearch: `mapping-parameters/${opensearch}` }),
});

/** A switch that is itself the parameter. */
export const toggle = {
  editor: { kind: 'toggle' },
  switching: 'itself',
  engines: EVERYWHERE,
  liveChange: 'reindex',
  isAdvanced: true,
  accepts: booleanLike,
} as const satisfies Partial<ParameterEntry>;

/** A section that is absent when off. */
export const section = {
  switching: 'optional',
  engines: EVERYWHERE,
  liveChange: 'reindex',
  isAdvanced: true,
} as const satisfies Partial<ParameterEntry>;

/** An input that is always there. */
export const always = {
  switching: 'always',
  engines: EVERYWHERE,
  liveChange: 'reindex',
} as const satisfies Partial<ParameterEntry>;

/** A list that an engine takes nothing beside. */
export function choice(options: readonly Option[]) {
  const accepts = oneOf(...options.map(({ value }) => value));
  return { editor: { kind: 'select', options }, accepts, validate: accepted(accepts, MESSAGES.notAnOption) } as const;
}

/**
 * A whole number that must be there while its section is on; `least` is what engines take where that is less than the
 * form does.
 */
export function wholeNumber(message: string, min: number, max?: number, least = min) {
  const bounds = { min, ...(max !== undefined && { max }), isInteger: true } as const;
  return {
    editor: { kind: 'number', ...bounds },
    accepts: integerFrom(least),
    validate: all(required(message), numberIn(bounds), numberIn({ max: LARGEST_INTEGER })),
  } as const;
}

/** A name as free text. */
export function name(message: string) {
  return { editor: { kind: 'text' }, accepts: text, validate: all(required(message), noSpaces) } as const;
}

/** Text as free as the engine takes it: numbers and booleans too are written out. */
export function freeText(message: string, accepts: Accepts = scalar) {
  return { editor: { kind: 'text' }, accepts, validate: required(message) } as const;
}

/** Rejects values that are not listed, as engines do, regardless of case. An import still keeps them. */
export function unlessOffered(options: readonly Option[]): (value: JsonValue) => string | null {
  return (value) =>
    value === '' || (typeof value === 'string' && options.some((option) => option.value === value.toLowerCase()))
      ? null
      : MESSAGES.notAnOption;
}
