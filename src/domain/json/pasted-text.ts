import { createScanner } from 'jsonc-parser';
import { MAX_TEXT_LENGTH } from './limits.ts';
import { duplicateAt, errorAt, JsonTextError, placesOf, readJson, type Place, type ReadNotice } from './text.ts';
import type { JsonValue } from './value.ts';

/** A JSON value in a pasted text. */
export interface PastedValue {
  readonly value: JsonValue;
  readonly notices: readonly ReadNotice[];
  /** How many comments were left out. */
  readonly comments: number;
  /** The request line above the value, such as `PUT /orders`. */
  readonly request?: string;
  /** The value as JSON. */
  readonly json: string;
  /** The place in the pasted text of a place in `json`. */
  readonly placeOf: (place: Place) => Place;
}

/**
 * The values of a text as people copy it: JSON, JSON with comments, and requests of a developer console with their
 * request lines and triple-quoted strings. At least one. Cost: that of {@link readJson}; about ten times as much for
 * text that is not JSON.
 * @throws JsonTextError as {@link readJson}, with the place in this text; trailing commas are refused
 */
export function readPastedText(text: string): readonly PastedValue[] {
  try {
    const { value, notices } = readJson(text);
    return [{ value, notices, comments: 0, json: text, placeOf: (place) => place }];
  } catch (error) {
    if (!(error instanceof JsonTextError) || text.length > MAX_TEXT_LENGTH) throw error;
    const source = text.charCodeAt(0) === 0xfeff ? text.slice(1) : text;
    const { edits, requests } = scanForms(source);
    if (edits.length === 0 && requests.length === 0) throw error;
    const values = sections(source, requests, edits).flatMap((section) => readSection(source, section));
    if (values.length > 0) return values;
    const [request] = requests;
    throw request === undefined
      ? errorAt(source, 0, 'The text has only comments')
      : errorAt(source, request.end, 'A request body is expected below the request line');
  }
}

/** A part of the source that is written differently in JSON. */
interface Edit {
  readonly start: number;
  readonly end: number;
  readonly written: string;
  readonly isComment: boolean;
}

interface RequestLine {
  readonly start: number;
  readonly end: number;
}

const TRIPLE_QUOTES = '"""';
const REQUEST_LINE = /(?:GET|HEAD|PUT|POST|PATCH|DELETE)[ \t]+[^\s{][^\r\n]*/iy;
const REST_OF_LINE = /[^\r\n]*/y;

/** Finds comments, triple-quoted strings and request lines. One pass. */
function scanForms(source: string): { readonly edits: readonly Edit[]; readonly requests: readonly RequestLine[] } {
  const edits: Edit[] = [];
  const requests: RequestLine[] = [];
  const scanner = createScanner(source);
  let depth = 0;
  const skip = (start: number, end: number, written: string, isComment: boolean) => {
    edits.push({ start, end, written, isComment });
    scanner.setPosition(end);
  };
  for (scanner.scan(); scanner.getTokenOffset() < source.length; scanner.scan()) {
    const start = scanner.getTokenOffset();
    const length = scanner.getTokenLength();
    const first = source[start] ?? '';
    if ('{['.includes(first)) depth++;
    else if ('}]'.includes(first)) depth--;
    else if (first === '/' && length > 1) skip(start, start + length, ' ', true);
    else if (first === '#') skip(start, endOf(REST_OF_LINE, source, start), ' ', true);
    else if (source.startsWith(TRIPLE_QUOTES, start)) {
      const close = source.indexOf(TRIPLE_QUOTES, start + TRIPLE_QUOTES.length);
      if (close === -1) throw errorAt(source, start, 'The triple quotes are not closed');
      const content = source.slice(start + TRIPLE_QUOTES.length, close);
      skip(start, close + TRIPLE_QUOTES.length, JSON.stringify(content), false);
    } else if (depth <= 0) {
      const end = endOf(REQUEST_LINE, source, start);
      if (end === start) continue;
      requests.push({ start, end });
      scanner.setPosition(end);
      depth = 0;
    }
  }
  return { edits, requests };
}

/** The end of a match that begins at an offset; the offset where there is none. */
function endOf(pattern: RegExp, source: string, offset: number): number {
  pattern.lastIndex = offset;
  return offset + (pattern.exec(source)?.[0].length ?? 0);
}

interface Section {
  readonly start: number;
  readonly end: number;
  readonly request?: string;
  /** Its parts that are written differently in JSON, in their order. */
  readonly edits: readonly Edit[];
}

/** What is before the first request line, and what is below each of them. */
function sections(source: string, requests: readonly RequestLine[], edits: readonly Edit[]): readonly Section[] {
  let taken = 0;
  return [undefined, ...requests].map((request, index) => {
    const end = requests[index]?.start ?? source.length;
    const from = taken;
    while ((edits[taken]?.start ?? end) < end) taken++;
    return {
      start: request?.end ?? 0,
      end,
      ...(request !== undefined && { request: source.slice(request.start, request.end).trim() }),
      edits: edits.slice(from, taken),
    };
  });
}

/** The value of a section; none where it has only white space and comments. */
function readSection(source: string, { start, end, request, edits }: Section): readonly PastedValue[] {
  const parts: string[] = [];
  let at = start;
  for (const edit of edits) {
    parts.push(source.slice(at, edit.start), edit.written);
    at = edit.end;
  }
  parts.push(source.slice(at, end));
  const json = parts.join('');
  if (json.trim() === '') return [];
  const sourceOffset = (offset: number): number => {
    let shift = start;
    for (const edit of edits) {
      if (offset + shift < edit.start) break;
      // An offset within a rewritten part is placed at its start.
      if (offset + shift < edit.start + edit.written.length) return edit.start;
      shift += edit.end - edit.start - edit.written.length;
    }
    return offset + shift;
  };
  const placeOf = ({ line, column }: Place): Place => {
    let lineStart = 0;
    for (let passed = 1; passed < line; passed++) lineStart = json.indexOf('\n', lineStart) + 1;
    return placesOf(source)(sourceOffset(lineStart + column - 1));
  };
  try {
    const { value, notices } = readJson(json);
    return [
      {
        value,
        notices: notices.map((notice) => ({ ...notice, ...placeOf(notice) })),
        comments: edits.filter(({ isComment }) => isComment).length,
        ...(request !== undefined && { request }),
        json,
        placeOf,
      },
    ];
  } catch (error) {
    if (!(error instanceof JsonTextError)) throw error;
    const offset = sourceOffset(error.offset);
    const { duplicate } = error;
    throw duplicate === undefined
      ? errorAt(source, offset, error.reason)
      : duplicateAt(source, offset, duplicate.key, sourceOffset(duplicate.firstOffset));
  }
}
