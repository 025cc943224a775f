import type { DocumentExpectation } from './document-test-schema.ts';
import type { DocumentTrial } from './trial.ts';

/** The kinds of expectations, in the order in which a form offers them. */
export const EXPECTATION_KINDS = ['accepted', 'refused', 'ignored', 'types'] as const;
export type ExpectationKind = (typeof EXPECTATION_KINDS)[number];

/** The most fields that an expectation of types names when it is made from a trial. */
const MAX_PROPOSED_TYPES = 200;

export function kindOfExpectation(expected: DocumentExpectation): ExpectationKind {
  if (expected === 'accepted') return 'accepted';
  if ('refused' in expected) return 'refused';
  return 'ignored' in expected ? 'ignored' : 'types';
}

/** The kind that says most about what a document came to: that it is refused, which fields are ignored, or no more. */
export function proposedKind({ outcome, ignoredFields }: DocumentTrial): ExpectationKind {
  if (outcome === 'refused') return 'refused';
  return ignoredFields.length > 0 ? 'ignored' : 'accepted';
}

/** The expectation of a kind that a trial meets, as far as it can: who wants another one changes what is proposed. */
export function expectationOf(kind: ExpectationKind, trial: DocumentTrial): DocumentExpectation {
  switch (kind) {
    case 'accepted':
      return 'accepted';
    case 'refused':
      return { refused: stablePart(trial.refusal?.reason ?? '') };
    case 'ignored':
      return { ignored: [...trial.ignoredFields] };
    case 'types':
      return { types: typesOf(trial) };
  }
}

/**
 * The longest part of a reason that repeats no value of the document, without the full stop: it holds for the next
 * document with the same fault, too.
 */
function stablePart(reason: string): string {
  const parts = reason.split(/"(?:[^"\\]|\\.)*(?:"|…)|[{[].*(?:[}\]]|…)|(?<![\p{L}\d_])-?\d[\d.,eE+-]*/u);
  const [longest = ''] = parts.map(trimmed).sort((a, b) => b.length - a.length);
  return longest;
}

function trimmed(part: string): string {
  return part.trim().replace(/^[\s,;:]+|[\s.,;:]+$/gu, '');
}

/** The types of the fields that took values. */
function typesOf({ values }: DocumentTrial): Record<string, string> {
  const types = new Map<string, string>();
  for (const { field, type } of values) {
    if (types.size === MAX_PROPOSED_TYPES) break;
    if (field !== null && type !== null) types.set(field, type);
  }
  // Not by assignment: a field may be called __proto__.
  return Object.fromEntries(types);
}
