import fc from 'fast-check';
import fastJsonPatch from 'fast-json-patch';
import { describe, expect, it } from 'vitest';
import { isDocumentCommand, rebaseCommand, reduce } from '#domain/commands';
import { evolve } from '#domain/document';
import {
  applyPatch,
  deepEqual,
  diff,
  formatJson,
  formatPointer,
  parsePointer,
  rebasePointer,
  valueAt,
  type Body,
  type JsonValue,
  type Operation,
  type Patch,
} from '#domain/json';
import { intent, pointersOf, resolveIntent } from '../src/fuzz/generate/intents.ts';
import { memberName } from '../src/fuzz/generate/names.ts';
import { ADA, BOB, stampSource } from '../src/fuzz/generate/stamps.ts';
import { freshCopy, isSameJson, jsonValue, objectOf } from '../src/fuzz/generate/values.ts';
import { escapeName, isPlainObject } from '../src/fuzz/generate/walk.ts';
import { body } from '../src/fuzz/generate/definitions.ts';
import { checkLaw, expectMoreThan } from './law.ts';
import { trackedObjects } from '../src/fuzz/laws/pointers.ts';

interface Edit {
  readonly op: Operation['op'];
  readonly pick: number;
  readonly to: number;
  readonly name: string;
  readonly value: JsonValue;
}

const edit = (): fc.Arbitrary<Edit> =>
  fc.record({
    op: fc.constantFrom<Operation['op']>('add', 'remove', 'replace', 'move'),
    pick: fc.nat({ max: 999 }),
    to: fc.nat({ max: 999 }),
    name: memberName(),
    value: jsonValue(2),
  });

/** A patch that fits a document: each edit is given a place in what the edits before it made; arrays too, unless `objectsOnly`. */
function patchFor(start: JsonValue, edits: readonly Edit[], { objectsOnly = false } = {}): Patch {
  const patch: Operation[] = [];
  let document = start;
  for (const { op, pick, to, name, value } of edits) {
    const now = document;
    const pointers = pointersOf(now);
    const holders = pointers.filter((at) => (objectsOnly ? isPlainObject : isContainer)(valueAt(now, at)));
    const members = pointers.filter((at) => at !== '' && (!objectsOnly || isPlainObject(valueAt(now, parentOf(at)))));
    const holder = holders[to % Math.max(1, holders.length)];
    const member = members[pick % Math.max(1, members.length)];
    const place = holder === undefined ? '' : `${holder}/${keyIn(valueAt(now, holder), name, to)}`;
    let operation: Operation = { op: 'add', path: place, value };
    if (member !== undefined && op === 'remove') operation = { op, path: member };
    if (member !== undefined && op === 'replace') operation = { op, path: member, value };
    if (member !== undefined && op === 'move' && !`${place}/`.startsWith(`${member}/`) && !isArrayPlace(now, place))
      operation = { op, from: member, path: place };
    try {
      document = applyPatch(now, [operation]).body as JsonValue;
    } catch {
      // A move out of an array shifts the place that it was to go to.
      continue;
    }
    patch.push(operation);
  }
  return patch;
}

const isContainer = (value: JsonValue | undefined) => typeof value === 'object' && value !== null;
const parentOf = (pointer: string) => pointer.slice(0, pointer.lastIndexOf('/'));

/** Moves into an array are left out: they shift what stands behind, on the way to the source perhaps. No event of ours makes one. */
function isArrayPlace(document: Body, place: string): boolean {
  return Array.isArray(valueAt(document, parentOf(place)));
}

function keyIn(holder: Body, name: string, to: number): string {
  if (!Array.isArray(holder)) return escapeName(name);
  return to % 3 === 0 ? '-' : String(to % (holder.length + 1));
}

const documents = () => fc.tuple(jsonValue().filter(isContainer), fc.array(edit(), { minLength: 1, maxLength: 8 }));

describe('a JSON Patch', () => {
  it('is taken back by its inverse, to the very text where that keeps the order, and the document that was given stays as it was', () => {
    let operations = 0;
    let reordered = 0;
    checkLaw('inverse of any patch', documents(), ([start, edits]) => {
      const patch = patchFor(start, edits);
      operations += patch.length;
      const text = formatJson(start);
      const patchText = formatJson(patch);
      const { body: after, inverse } = applyPatch(start, patch);
      expect(formatJson(start)).toBe(text);
      const afterText = formatJson(after as JsonValue);
      expect(isSameJson(applyPatch(after, inverse).body, start)).toBe(true);
      const kept = applyPatch(start, patch, { keepsOrder: true });
      expect(formatJson(kept.body as JsonValue)).toBe(afterText);
      expect(formatJson(applyPatch(after, kept.inverse).body as JsonValue)).toBe(text);
      if (formatJson(applyPatch(after, inverse).body as JsonValue) !== text) reordered++;
      expect(formatJson(after as JsonValue)).toBe(afterText);
      expect(formatJson(patch as never)).toBe(patchText);
    });
    expectMoreThan(2_000, operations);
    expectMoreThan(100, reordered);
  });

  it('does what fast-json-patch does with it', () => {
    checkLaw('as fast-json-patch', documents(), ([start, edits]) => {
      const patch = patchFor(start, edits);
      const plain = JSON.parse(plainText([start, patch])) as [unknown, never];
      const [document, operations] = [plain[0], plain[1]];
      const theirs = fastJsonPatch.applyPatch(document, operations).newDocument;
      const ours = JSON.parse(plainText(applyPatch(start, patch).body as JsonValue)) as JsonValue;
      expect(deepEqual(theirs as JsonValue, ours)).toBe(true);
    });
  });

  it('copies a container at most once, and nothing that it does not touch', () => {
    checkLaw('sharing', documents(), ([start, edits]) => {
      const patch = patchFor(start, edits, { objectsOnly: true });
      const { body: after } = applyPatch(start, patch);
      for (const at of pointersOf(start)) {
        const now = rebasePointer(at, patch);
        const isTouched = patch.some((operation) =>
          [operation.path, ...(operation.op === 'move' ? [operation.from] : [])].some((place) =>
            `${place}/`.startsWith(`${at}/`),
          ),
        );
        const isCovered = patch.some(
          (operation) => operation.op !== 'remove' && `${at}/`.startsWith(`${operation.path}/`),
        );
        const wasMoved = patch.some(({ op }) => op === 'move');
        if (now !== null && !isTouched && !isCovered && !wasMoved) expect(valueAt(after, now)).toBe(valueAt(start, at));
      }
    });
  });
});

/** Names and numbers that the other library or the platform's JSON can't hold, under others. */
function plainText(value: JsonValue): string {
  const rename = (item: JsonValue): JsonValue => {
    if (typeof item === 'bigint') return `bigint ${item}`;
    if (typeof item === 'string')
      return item.startsWith('/') ? item.replaceAll('__proto__', 'proto').replaceAll('prototype', 'pt') : item;
    if (Array.isArray(item)) return item.map(rename);
    if (!isPlainObject(item)) return item;
    return objectOf(
      Object.entries(item).map(
        ([name, inner]) =>
          [name.replaceAll('__proto__', 'proto').replaceAll('prototype', 'pt'), rename(inner)] as const,
      ),
    );
  };
  return JSON.stringify(rename(value));
}

describe('rebasePointer', () => {
  it('follows every object to where it is, or says that it is gone', () => {
    let followed = 0;
    let gone = 0;
    checkLaw('rebasePointer', documents(), ([start, edits]) => {
      const patch = patchFor(start, edits, { objectsOnly: true });
      const { before, after } = trackedObjects(start, patch);
      for (const [object, at] of before) {
        const now = rebasePointer(at, patch);
        const actual = after.get(object);
        if (actual !== undefined) {
          expect(now, `${at} over ${formatJson(patch as never)}`).toBe(actual);
          followed++;
        } else if (now !== null) {
          // A value that was replaced as a whole keeps the members that the new one has too.
          expect(valueAt(applyPatch(start, patch).body, now)).toBeDefined();
          expect(patch.some(({ op }) => op === 'add' || op === 'replace')).toBe(true);
        } else gone++;
      }
    });
    expectMoreThan(1_000, followed);
    expectMoreThan(100, gone);
  });
});

describe('a pointer', () => {
  it('is the same tokens both ways, whatever they are called', () => {
    checkLaw('pointers', fc.array(memberName(), { maxLength: 6 }), (tokens) => {
      expect(parsePointer(formatPointer(tokens))).toEqual(tokens);
    });
  });
});

describe('diff', () => {
  it('leads from the one to the other, and is empty for equals', () => {
    checkLaw('diff', fc.tuple(jsonValue(), jsonValue(), fc.array(edit(), { maxLength: 5 })), ([a, b, edits]) => {
      expect(isEqualBody(applyPatch(a, diff(a, b)).body, b)).toBe(true);
      expect(diff(a, freshCopy(a))).toEqual([]);
      if (!isContainer(a)) return;
      const { body: edited } = applyPatch(a, patchFor(a, edits));
      expect(isEqualBody(applyPatch(a, diff(a, edited as JsonValue)).body, edited)).toBe(true);
      expect(isEqualBody(applyPatch(edited, diff(edited as JsonValue, a)).body, a)).toBe(true);
    });
  });
});

/** As the domain sees it: -0 is 0. */
function isEqualBody(a: Body, b: Body): boolean {
  return deepEqual(a, b);
}

describe('rebaseCommand', () => {
  it('a command that waited while somebody else was faster is decided on the same fields, or set aside', () => {
    const stamp = stampSource(13);
    let kept = 0;
    let setAside = 0;
    let accepted = 0;
    checkLaw('rebaseCommand', fc.tuple(body(), intent(), intent()), ([start, mine, theirs]) => {
      const script = { ...start, fromNothing: false, authorCount: 1, wants: [] };
      const state = { body: script.body, mappingsAt: script.mappingsAt, history: EMPTY };
      const { command } = resolveIntent(state, mine);
      const other = reduce(state, resolveIntent(state, theirs).command, stamp(BOB));
      if (!('event' in other)) return;
      const after = evolve(state, other.event);
      expect(isDocumentCommand(command.type)).toBe(true);
      const rebased = rebaseCommand(command, other.event.patch);
      const tracked = trackedObjects(state.body, other.event.patch);
      for (const at of pointersIn(command)) {
        const object = [...tracked.before].find(([, place]) => place === at)?.[0];
        const now = object === undefined ? undefined : tracked.after.get(object);
        if (now !== undefined && rebased !== null && command.type !== 'batch')
          expect(pointersIn(rebased)).toContain(now);
      }
      if (rebased === null) {
        setAside++;
        return;
      }
      kept++;
      expect(rebased.type).toBe(command.type);
      // Decided again, it is accepted or refused like any other; it does not fail.
      if ('event' in reduce(after, rebased, stamp(ADA))) accepted++;
    });
    expectMoreThan(300, kept);
    expectMoreThan(5, setAside);
    expect(accepted / kept).toBeGreaterThan(0.5);
  });
});

const EMPTY = { version: 0, tip: null, steps: new Map(), branches: [] } as const;

function pointersIn({ payload }: { readonly payload: unknown }): readonly string[] {
  const { field, parent } = payload as { readonly field?: string; readonly parent?: string | null };
  return [field, parent].filter((pointer) => typeof pointer === 'string');
}
