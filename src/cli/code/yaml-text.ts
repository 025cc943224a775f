import {
  Document,
  isAlias,
  isMap,
  isScalar,
  isSeq,
  LineCounter,
  parseDocument,
  Scalar,
  YAMLMap,
  type DocumentOptions,
  type ParseOptions,
  type SchemaOptions,
} from 'yaml';
import type { FileEdit, TextPlace } from '#domain/code';
import {
  isArray,
  isObject,
  literalIn,
  parseJson,
  parsePointer,
  type Pointer,
  setLiteral,
  setMember,
  type JsonObject,
  type JsonValue,
  type MutableJsonObject,
} from '#domain/json';

/** A text that was refused: where, and why. Lines and columns count from 1. */
export class YamlTextError extends Error {
  override readonly name = 'YamlTextError';
  constructor(
    readonly line: number,
    readonly column: number,
    readonly reason: string,
  ) {
    super(`Line ${line}, column ${column}: ${reason}`);
  }
}

/** Levels of maps and lists: engines stop far earlier. */
const MAX_YAML_DEPTH = 100;

const OPTIONS: ParseOptions & DocumentOptions & SchemaOptions = {
  version: '1.2',
  schema: 'core',
  uniqueKeys: true,
  intAsBigInt: true,
  merge: false,
  strict: true,
  prettyErrors: false,
  logLevel: 'error',
};

interface ReadYaml {
  readonly document: Document;
  readonly value: JsonValue;
}

/**
 * The value of a YAML 1.2 text in the core schema, as JSON has it. Integers keep their digits. What JSON can’t say, and
 * what would make one place of a file mean several (anchors, merge keys), is refused.
 * @throws YamlTextError
 */
export function parseYaml(text: string): JsonValue {
  return read(text).value;
}

function read(text: string): ReadYaml {
  const lines = new LineCounter();
  const fail = (offset: number, reason: string): never => {
    const { line, col } = lines.linePos(offset);
    throw new YamlTextError(line, col, reason);
  };
  const deep = depthExceeded(text);
  if (deep !== null) throw new YamlTextError(deep, 1, `nested deeper than ${MAX_YAML_DEPTH} levels`);
  const document = parsed(text, lines);
  const [problem] = [...document.errors, ...document.warnings];
  if (problem !== undefined) {
    const reason =
      problem.code === 'MULTIPLE_DOCS' ? 'a file has one document, and this begins another' : problem.message;
    fail(problem.pos[0], reason);
  }
  return { document, value: valueOf(document.contents, 0, fail) };
}

function parsed(text: string, lineCounter: LineCounter): Document {
  try {
    return parseDocument(text, { ...OPTIONS, lineCounter });
  } catch (error) {
    // The stack of the parser ends before any limit that can be looked at from outside.
    if (error instanceof RangeError) throw new YamlTextError(1, 1, `nested deeper than ${MAX_YAML_DEPTH} levels`);
    throw error;
  }
}

type Fail = (offset: number, reason: string) => never;

function valueOf(node: unknown, depth: number, fail: Fail): JsonValue {
  if (node === null || node === undefined) return null;
  const start = isAlias(node) || isScalar(node) || isMap(node) || isSeq(node) ? (node.range?.[0] ?? 0) : 0;
  if (depth > MAX_YAML_DEPTH) fail(start, `nested deeper than ${MAX_YAML_DEPTH} levels`);
  if (isAlias(node) || ((isScalar(node) || isMap(node) || isSeq(node)) && node.anchor !== undefined))
    return fail(start, 'anchors and aliases (& and *) are not supported: write the value where it is used');
  if ((isScalar(node) || isMap(node) || isSeq(node)) && node.tag !== undefined)
    return fail(start, `tags are not supported: ${node.tag}`);
  if (isSeq(node)) {
    const items: JsonValue[] = [];
    for (const [index, item] of node.items.entries()) {
      items.push(valueOf(item, depth + 1, fail));
      setLiteral(items, index, literalOf(item));
    }
    return items;
  }
  if (isMap(node)) {
    const object: MutableJsonObject = {};
    for (const { key, value } of node.items) {
      const name = nameOf(key, fail);
      if (name === '<<') fail(isScalar(key) ? (key.range?.[0] ?? start) : start, 'merge keys (<<) are not supported');
      if (Object.hasOwn(object, name))
        fail(isScalar(key) ? (key.range?.[0] ?? start) : start, `the key "${name}" is there twice`);
      setMember(object, name, valueOf(value, depth + 1, fail));
      setLiteral(object, name, literalOf(value));
    }
    return object;
  }
  return isScalar(node) ? scalarOf(node, start, fail) : null;
}

/** Keys of JSON are strings: `1:` is the key "1". */
function nameOf(key: unknown, fail: Fail): string {
  if (!isScalar(key)) return fail(0, 'a key is a string, not a list or a map');
  if (key.anchor !== undefined) return fail(key.range?.[0] ?? 0, 'anchors and aliases (& and *) are not supported');
  if (typeof key.value === 'string') return key.value;
  if (key.source === undefined || key.source === '') return fail(key.range?.[0] ?? 0, 'the key is empty');
  return key.source;
}

function scalarOf({ value, source }: Scalar, start: number, fail: Fail): JsonValue {
  if (typeof value === 'bigint')
    return value >= Number.MIN_SAFE_INTEGER && value <= Number.MAX_SAFE_INTEGER ? Number(value) : value;
  if (typeof value === 'number' && !Number.isFinite(value))
    return fail(start, `${source ?? String(value)} is not a JSON number`);
  if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' || value === null)
    return value;
  return fail(start, 'JSON has no such value');
}

const JSON_DECIMAL = /^-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][-+]?[0-9]+)?$/;

/** How a number is written where JSON can write it that way and its value does not tell. */
function literalOf(node: unknown): string | undefined {
  if (!isScalar(node) || typeof node.value !== 'number' || node.source === undefined) return undefined;
  if (!JSON_DECIMAL.test(node.source)) return undefined;
  const list = parseJson(`[${node.source}]`);
  return isArray(list) ? literalIn(list, 0) : undefined;
}

/** The line of the first bracket that is nested too deep: the parser would run out of stack. */
function depthExceeded(text: string): number | null {
  let depth = 0;
  for (let at = 0; at < text.length; at++) {
    const character = text.charAt(at);
    if (character === '[' || character === '{') depth++;
    else if (character === ']' || character === '}') depth = Math.max(0, depth - 1);
    if (depth > MAX_BRACKETS) return text.slice(0, at).split('\n').length;
  }
  return null;
}

/** Strings may have brackets too: far more than any nesting that is read. */
const MAX_BRACKETS = 2_000;

/**
 * Where values begin, by their pointers; of the nearest that holds it where there is none. A member begins with its
 * key, since the value of a block stands on the next line.
 * @throws YamlTextError
 */
export function placesInYaml(text: string): (at: Pointer) => TextPlace {
  const { document } = read(text);
  const lines = new LineCounter();
  parsed(text, lines);
  return (at) => {
    let node: unknown = document.contents;
    let offset = startOf(node) ?? 0;
    for (const token of parsePointer(at)) {
      if (isMap(node)) {
        const pair = node.items.find(({ key }) => keyText(key) === token);
        if (pair === undefined) break;
        offset = startOf(pair.key) ?? offset;
        node = pair.value;
      } else if (isSeq(node) && /^[0-9]+$/.test(token)) {
        node = node.items[Number(token)];
        offset = startOf(node) ?? offset;
      } else break;
    }
    const { line, col } = lines.linePos(offset);
    return { line: Math.max(1, line), column: Math.max(1, col) };
  };
}

function startOf(node: unknown): number | undefined {
  return isScalar(node) || isMap(node) || isSeq(node) ? node.range?.[0] : undefined;
}

/** A whole new file. */
export function newYamlText(value: JsonObject): string {
  // Strings that older readers take for something else, such as `no`, are quoted.
  const document = new Document(null, { ...OPTIONS, compat: 'yaml-1.1' });
  document.contents = nodeOf(document, value, undefined) as Document['contents'];
  return document.toString(LAYOUT);
}

const LAYOUT = { lineWidth: 0, indent: 2, indentSeq: true } as const;

/** The text in one layout; comments stay where they are. @throws YamlTextError */
export function formatYaml(text: string): string {
  return read(text).document.toString(LAYOUT);
}

/** Sets and removes members; comments, order and the style of values stay. @throws YamlTextError */
export function editYaml(text: string, edits: readonly FileEdit[]): string {
  const { document } = read(text);
  for (const { path, value, literal } of edits) {
    const parent = mapAt(document, path.slice(0, -1));
    const name = path.at(-1) ?? '';
    const pair = parent.items.find(({ key }) => keyText(key) === name);
    if (value === undefined) parent.items = parent.items.filter((each) => each !== pair);
    else {
      const node = nodeOf(document, value, literal);
      if (pair === undefined) parent.add(document.createPair(name, node));
      else {
        if (isScalar(pair.value) && isScalar(node)) node.comment = pair.value.comment ?? null;
        pair.value = node;
      }
    }
  }
  const edited = document.toString({ ...LAYOUT, ...layoutOf(text) });
  return text.includes('\r\n') ? edited.replaceAll('\n', '\r\n') : edited;
}

function keyText(key: unknown): string | undefined {
  if (!isScalar(key)) return undefined;
  return typeof key.value === 'string' ? key.value : key.source;
}

function mapAt(document: Document, path: readonly string[]): YAMLMap {
  let node: unknown = document.contents;
  for (const name of path) {
    if (!isMap(node)) break;
    node = node.items.find(({ key }) => keyText(key) === name)?.value;
  }
  if (isMap(node)) return node;
  throw new Error(`There is no map at ${path.join('.')}`);
}

function nodeOf(document: Document, value: JsonValue, literal: string | undefined): unknown {
  if (isArray(value)) {
    const list = document.createNode([]);
    list.flow = false;
    list.items = value.map((item, index) => nodeOf(document, item, literalIn(value, index))) as typeof list.items;
    list.flow = value.length === 0;
    return list;
  }
  if (isObject(value)) {
    const map = new YAMLMap(document.schema);
    for (const key of Object.keys(value))
      map.add(document.createPair(key, nodeOf(document, value[key] ?? null, literalIn(value, key))));
    map.flow = map.items.length === 0;
    return map;
  }
  const scalar = new Scalar(value);
  const digits = literal === undefined ? undefined : /^-?[0-9]+\.([0-9]+)$/.exec(literal)?.[1];
  if (digits !== undefined) scalar.minFractionDigits = digits.length;
  else if (literal !== undefined && /[eE]/.test(literal)) scalar.format = 'EXP';
  return scalar;
}

/** How a text is laid out: its first indented line, and whether lists are indented. */
function layoutOf(text: string): { readonly indent: number; readonly indentSeq: boolean } {
  const margin = /^( +)[^\s#-]/m.exec(text)?.[1]?.length ?? LAYOUT.indent;
  const list = /^( *)[^\s#-][^\n]*:[ \t]*\n( *)- /m.exec(text);
  return { indent: margin, indentSeq: list === null || (list[2] ?? '').length > (list[1] ?? '').length };
}
