import { countOf } from '#domain/console';
import type { History } from '#domain/document';
import type { DocumentEvent } from '#domain/events';
import { newestFirst, whoOf } from '#domain/history';
import {
  formatJson,
  isObject,
  parsePointer,
  valueAt,
  type Body,
  type JsonValue,
  type Operation,
  type Pointer,
} from '#domain/json';
import { dottedPath, fieldCount, summaryOf } from '#domain/mapping';

/** Longest value that is written into a sentence, in characters. */
const VALUE_LIMIT = 80;

/**
 * A place in words: the dotted path of a field and the member of its definition, or the path of a place outside the
 * mappings.
 */
export interface PlaceLabel {
  /** The dotted path of the field around the place; empty for the mappings and the body themselves. */
  readonly field: string;
  /** The path below the field, such as a parameter; empty for the field itself. */
  readonly member: string;
}

/** The label of the place that a pointer refers to. */
export function describePlace(pointer: Pointer, mappingsAt: Pointer): PlaceLabel {
  const isInMappings = pointer === mappingsAt || pointer.startsWith(`${mappingsAt}/`);
  if (!isInMappings) return { field: '', member: parsePointer(pointer).join('.') };
  const tokens = parsePointer(pointer.slice(mappingsAt.length));
  const names: string[] = [];
  let index = 0;
  while (index + 1 < tokens.length && (tokens[index] === 'properties' || tokens[index] === 'fields')) {
    names.push(tokens[index + 1] as string);
    index += 2;
  }
  return { field: dottedPath(names), member: dottedPath(tokens.slice(index)) };
}

/** One operation of a patch as a sentence; `before` is the body before the event. */
export function describeOperation(operation: Operation, before: Body, mappingsAt: Pointer): string {
  const words = describePlace(operation.path, mappingsAt);
  const place = nameOfPlace(words);
  switch (operation.op) {
    case 'add':
      if (operation.path === '') return `Created with ${describeValue(operation.value, words)}`;
      return words.member === ''
        ? `Added ${place} ${describeValue(operation.value, words)}`
        : `Set ${place} to ${describeValue(operation.value, words)}`;
    case 'replace': {
      const old = valueAt(before, operation.path);
      return old === undefined
        ? `Set ${place} to ${describeValue(operation.value, words)}`
        : `Changed ${place} from ${describeValue(old, words)} to ${describeValue(operation.value, words)}`;
    }
    case 'remove':
      return words.member === ''
        ? `Removed ${place}`
        : `Removed ${place} (was ${describeValue(valueAt(before, operation.path) ?? null, words)})`;
    case 'move':
      return `Renamed ${nameOfPlace(describePlace(operation.from, mappingsAt))} to ${place}`;
  }
}

/** The name of a place within a sentence. */
export function nameOfPlace({ field, member }: PlaceLabel): string {
  if (field === '') return member === '' ? 'the mappings' : member;
  return member === '' ? field : `${member} of ${field}`;
}

/** A value at a place, within a sentence. */
export function describeValue(value: JsonValue, { member }: PlaceLabel): string {
  if (isObject(value) && member === '' && typeof value['type'] === 'string') return `(${value['type']})`;
  if (isObject(value) && (member === 'properties' || member === 'fields')) return counted(value);
  const text = formatJson(value);
  return text.length > VALUE_LIMIT ? `${text.slice(0, VALUE_LIMIT)}…` : text;
}

function counted(container: JsonValue): string {
  if (!isObject(container)) return formatJson(container);
  const count = fieldCount(summaryOf(container));
  return countOf(count, 'field');
}

/** The IDs of the events that were undone and not redone since. */
export function undoneEvents(history: History): ReadonlySet<string> {
  const undone = new Set<string>();
  for (const { event } of newestFirst(history)) {
    if (event.undoes !== undefined && !undone.has(event.id)) undone.add(event.undoes);
  }
  return undone;
}

/** Whether words occur in the summary, author, reason or type of an event; `place` as in `whoOf`. */
export function isAbout(
  event: Pick<DocumentEvent, 'summary' | 'author' | 'reason' | 'type'>,
  words: string,
  place?: Parameters<typeof whoOf>[1],
): boolean {
  const { summary, reason = '', type } = event;
  return `${summary} ${whoOf(event, place)} ${reason} ${type}`.toLowerCase().includes(words);
}
