import { formatJson, isObject, JsonTextError, parseJson, type JsonObject, type JsonValue } from '#domain/json';
import type { LoggedText } from '#domain/action';
import { REDACTED } from '../console/action-log.ts';
import { inTurns, nextTurn, takeTurns, type Turns } from '../console/turns.ts';
import { completeJson } from './cut-json.ts';

/** Members whose values are secrets wherever they are. */
const ALWAYS_REDACTED = ['password', 'passwd', 'secret', 'secret_key', 'api_key', 'access_token', 'authorization'];
/** Shorter secrets stay in texts that repeat them: taking out each "ab" would hide no secret and spoil the text. */
const SHORTEST_REPEATED = 4;
/** Texts that are longer take some milliseconds to be read: others have their turn before and after. */
const LARGE_TEXT = 256 * 1024;
/**
 * Forms of secrets that are looked for in texts. Where a request has more, nothing of its texts is kept: to look for
 * all would take too long.
 */
const MAX_SECRETS = 300;
/** The same for all characters that would be looked at. */
const MAX_SEARCHED = 200_000_000;
/** Members between two looks at the time. */
const MEMBERS_AT_ONCE = 500;
/** Members that hold definitions of fields: a field called "password" is no password. */
const FIELD_HOLDERS: ReadonlySet<string> = new Set(['properties', 'fields', 'runtime']);

/**
 * Takes secrets out of all that is recorded of one action. What it has found in the request it finds in the answers,
 * too.
 */
export interface Redactor {
  /** A text that is no JSON: known secrets are taken out. */
  text(text: string): string;
  /** The path of a request, with the query: values of secret parameters are taken out, too. */
  path(path: string): string;
  /** JSON with the values of secret members taken out. */
  json(value: JsonValue): JsonValue;
  /**
   * JSON text, redacted and then cut to `limit` characters. Of a text that is not JSON, or has hundreds of secrets, the
   * length alone is kept. Others have their turn in between.
   */
  body(text: string, limit: number): Promise<LoggedText>;
  /** JSON text that was cut before, of `length` characters when it was whole. */
  cutBody(text: string, length: number): Promise<LoggedText>;
}

/**
 * Names of members whose values are taken out. A pattern names the end of a member's path: `password`,
 * `s3.*.secret_key`; `*` is any part of a name.
 */
export type Redaction = (redactCredentials?: (text: string) => string) => Redactor;

/** @throws RangeError for a pattern that names nothing */
export function redaction(patterns: readonly string[] = []): Redaction {
  const compiled = [...ALWAYS_REDACTED, ...patterns].map(compile);
  const isSecret = (path: readonly string[]) => compiled.some((pattern) => fitsEnd(pattern, path));
  const ends = compiled.map((pattern) => pattern.at(-1) ?? []);
  /** Whether the last part of a name ends a pattern: most names end none, and are looked at no further. */
  const mayBeSecret = (name: string) => {
    const last = name.slice(name.lastIndexOf('.') + 1).toLowerCase();
    return ends.some((end) => fitsPart(end, last));
  };
  return (redactCredentials = (text) => text) => redactorOf({ isSecret, mayBeSecret, redactCredentials });
}

/** Work that gives way in between. */
type Steps<Result> = Generator<undefined, Result>;

function finished<Result>(steps: Steps<Result>): Result {
  for (;;) {
    const { done, value } = steps.next();
    if (done === true) return value;
  }
}

function isContainer(value: JsonValue): boolean {
  return typeof value === 'object' && value !== null;
}

interface SecretNames {
  readonly isSecret: (path: readonly string[]) => boolean;
  readonly mayBeSecret: (name: string) => boolean;
  readonly redactCredentials: (text: string) => string;
}

function redactorOf({ isSecret, mayBeSecret, redactCredentials }: SecretNames): Redactor {
  const secrets = new Set<string>();
  let latest: { readonly text: string; readonly redacted: string | null } | undefined;

  const text = (given: string) => {
    if (secrets.size > MAX_SECRETS) return REDACTED;
    let clean = redactCredentials(given);
    for (const secret of secrets) clean = clean.replaceAll(secret, REDACTED);
    return clean;
  };

  /** As `text`; null where that would take too long. */
  async function largeText(given: string, turns: Turns | undefined): Promise<string | null> {
    if (secrets.size > MAX_SECRETS || secrets.size * given.length > MAX_SEARCHED) return null;
    let clean = redactCredentials(given);
    for (const secret of secrets) {
      await turns?.next();
      clean = clean.replaceAll(secret, REDACTED);
    }
    return clean;
  }

  function keep(value: JsonValue): void {
    if (typeof value === 'string' || typeof value === 'number' || typeof value === 'bigint') {
      const secret = String(value);
      if (secret.length < SHORTEST_REPEATED || secret === REDACTED) return;
      // As a text, a JSON text and a URL write it.
      for (const form of [secret, JSON.stringify(secret).slice(1, -1), encodeURIComponent(wellFormed(secret))])
        secrets.add(form);
    } else if (Array.isArray(value)) value.forEach(keep);
    else if (isObject(value)) Object.values(value).forEach(keep);
  }

  /** The value with secret members taken out, itself where it has none. */
  function clean(value: JsonValue, path: readonly string[]): JsonValue {
    return finished(cleanInSteps(value, path));
  }

  /** As {@link clean}, and gives way every so many members. */
  function* cleanInSteps(value: JsonValue, path: readonly string[]): Steps<JsonValue> {
    if (typeof value !== 'object' || value === null) return value;
    if (!Array.isArray(value)) return yield* cleanObject(value as JsonObject, path);
    const items: readonly JsonValue[] = value;
    const cleaned: JsonValue[] = [];
    for (const item of items) {
      if (cleaned.length % MEMBERS_AT_ONCE === MEMBERS_AT_ONCE - 1) yield;
      cleaned.push(isContainer(item) ? yield* cleanInSteps(item, path) : item);
    }
    return cleaned.every((item, index) => item === items[index]) ? items : cleaned;
  }

  function* cleanObject(value: JsonObject, path: readonly string[]): Steps<JsonObject> {
    const holdsFields = FIELD_HOLDERS.has(path.at(-1) ?? '');
    const members: [string, JsonValue][] = [];
    let isChanged = false;
    for (const [name, given] of Object.entries(value)) {
      if (members.length % MEMBERS_AT_ONCE === MEMBERS_AT_ONCE - 1) yield;
      const isInner = isContainer(given);
      const isField = holdsFields && isInner && !Array.isArray(given);
      const mayBeTaken = !isField && given !== null && typeof given !== 'boolean' && mayBeSecret(name);
      const at = mayBeTaken || isInner ? [...path, ...name.split('.')] : path;
      const isTaken = mayBeTaken && isSecret(at);
      if (isTaken) keep(given);
      const result = isTaken ? REDACTED : isInner ? yield* cleanInSteps(given, at) : given;
      isChanged ||= result !== given;
      members.push([name, result]);
    }
    return isChanged ? Object.fromEntries(members) : value;
  }

  const inTexts = (value: JsonValue): JsonValue => {
    if (typeof value === 'string') return text(value);
    if (Array.isArray(value)) return value.map(inTexts);
    if (!isObject(value)) return value;
    return Object.fromEntries(Object.entries(value).map(([name, given]) => [text(name), inTexts(given)]));
  };

  /** Null for a text that is not JSON, or has too many secrets. */
  async function redactText(given: string): Promise<string | null> {
    if (latest?.text === given) return latest.redacted;
    const turns = given.length > LARGE_TEXT ? takeTurns() : undefined;
    let redacted: string | null;
    try {
      if (turns !== undefined) await nextTurn();
      const value = parseJson(given);
      if (turns !== undefined) await nextTurn();
      const cleaned = turns === undefined ? clean(value, []) : await inTurns(cleanInSteps(value, []), turns);
      if (turns !== undefined) await nextTurn();
      redacted = await largeText(cleaned === value ? given : formatJson(cleaned), turns);
    } catch (error) {
      if (!(error instanceof JsonTextError)) throw error;
      redacted = null;
    }
    latest = { text: given, redacted };
    return redacted;
  }

  return {
    text,
    async cutBody(given, length) {
      const whole = completeJson(given);
      const redacted = await redactText(whole);
      if (redacted === null) return { text: '', length };
      return { text: redacted === whole ? given : redacted, length };
    },
    path(path) {
      const [where, query] = splitAt(path, '?');
      if (query === undefined) return text(where);
      const pairs = query.split('&').map((pair) => {
        const [name, value] = splitAt(pair, '=');
        if (value === undefined || !isSecret(decode(name).split('.'))) return pair;
        keep(decode(value));
        return `${name}=${REDACTED}`;
      });
      return text(`${where}?${pairs.join('&')}`);
    },
    json: (value) => inTexts(clean(value, [])),
    async body(given, limit) {
      if (given === '') return { text: '' };
      const redacted = await redactText(given);
      if (redacted === null) return { text: '', length: given.length };
      return redacted.length <= limit
        ? { text: redacted }
        : { text: wellFormed(redacted.slice(0, limit)), length: redacted.length };
    },
  };
}

/** Halves of a surrogate pair as the replacement character: no sealed text has them. */
function wellFormed(text: string): string {
  return text.replaceAll(/\p{Surrogate}/gu, '\ufffd');
}

function splitAt(text: string, separator: string): readonly [string, string?] {
  const at = text.indexOf(separator);
  return at === -1 ? [text] : [text.slice(0, at), text.slice(at + 1)];
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** A part of a name: texts between stars, in lower case. */
type PatternPart = readonly string[];

/** In the order of the path. @throws RangeError */
function compile(pattern: string): readonly PatternPart[] {
  const parts = pattern.toLowerCase().split('.');
  // A pattern is for the end of a path anyway.
  while (parts.length > 1 && parts[0] === '*') parts.shift();
  if (parts.some((part) => part === '') || parts.every((part) => /^\*+$/.test(part)))
    throw new RangeError(
      `"${pattern}" names no member. Write a name or the end of a path, such as password or s3.*.secret_key.`,
    );
  return parts.map((part) => part.split('*'));
}

function fitsEnd(pattern: readonly PatternPart[], path: readonly string[]): boolean {
  const from = path.length - pattern.length;
  return from >= 0 && pattern.every((part, index) => fitsPart(part, (path[from + index] ?? '').toLowerCase()));
}

/** Whether texts stand in a name in this order, the first at its start and the last at its end. Cost: one pass. */
function fitsPart(part: PatternPart, name: string): boolean {
  const [first = '', ...rest] = part;
  if (rest.length === 0) return name === first;
  const last = rest.pop() ?? '';
  if (!name.startsWith(first) || name.length < first.length + last.length || !name.endsWith(last)) return false;
  let at = first.length;
  for (const piece of rest) {
    const found = name.indexOf(piece, at);
    if (found === -1) return false;
    at = found + piece.length;
  }
  return at <= name.length - last.length;
}
