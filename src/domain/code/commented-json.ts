import { applyEdits, findNodeAtLocation, format, type Node, parseTree, stripComments, visit } from 'jsonc-parser';
import { formatJson, parseJson } from '../json/text.ts';
import type { JsonValue } from '../json/value.ts';
import { parsePointer, type Pointer } from '../json/pointer.ts';
import { textOfEdit, type FileEdit } from './adopt-edits.ts';

/**
 * The value of JSON that may have comments, with every number as it is written. Places of errors are those of the text.
 * @throws JsonTextError
 */
export function parseCommentedJson(text: string): JsonValue {
  return parseJson(stripComments(text, ' '));
}

/**
 * The same for the settings of an editor, which may have a comma behind the last member or element.
 * @throws JsonTextError
 */
export function parseEditorSettings(text: string): JsonValue {
  return parseCommentedJson(trailingCommas(text).reduce((before, at) => splice(before, at, 1, ' '), text));
}

/** Where commas stand behind the last member of an object or the last element of an array. */
function trailingCommas(text: string): readonly number[] {
  const found: number[] = [];
  let comma: number | null = null;
  const onValue = () => void (comma = null);
  const onEnd = () => {
    if (comma !== null) found.push(comma);
    comma = null;
  };
  visit(
    text,
    {
      onSeparator: (character, offset) => void (comma = character === ',' ? offset : null),
      onObjectProperty: onValue,
      onLiteralValue: onValue,
      onObjectBegin: onValue,
      onArrayBegin: onValue,
      onObjectEnd: onEnd,
      onArrayEnd: onEnd,
    },
    { allowTrailingComma: true },
  );
  return found;
}

const INDENT = 2;

/** A place in a text; both count from 1. */
export interface TextPlace {
  readonly line: number;
  readonly column: number;
}

/** Where the value at a pointer begins; of the nearest that holds it where there is none. */
export function placeInJson(text: string, at: Pointer): TextPlace {
  return placesInJson(text)(at);
}

/** The same for many pointers into one text, which is parsed once. Cost of each: the members on the way to it. */
export function placesInJson(text: string): (at: Pointer) => TextPlace {
  const root = parseTree(text);
  const starts = [0, ...Array.from(text.matchAll(/\n/g), ({ index }) => index + 1)];
  return (at) => {
    let node = root;
    for (const token of parsePointer(at)) {
      const child = node === undefined ? undefined : childOf(node, token);
      if (child === undefined) break;
      node = child;
    }
    const offset = node?.offset ?? 0;
    const line = lineOf(starts, offset);
    return { line, column: offset - (starts[line - 1] ?? 0) + 1 };
  };
}

/** The line of an offset, from 1, by where lines start. */
function lineOf(starts: readonly number[], offset: number): number {
  let [low, high] = [0, starts.length];
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if ((starts[middle] ?? 0) <= offset) low = middle;
    else high = middle;
  }
  return low + 1;
}

/** Engines and parsers take the last member of a name. */
function childOf({ type, children = [] }: Node, token: string): Node | undefined {
  if (type === 'array') return /^[0-9]+$/.test(token) ? children[Number(token)] : undefined;
  return children.findLast(({ children: [key] = [] }) => key?.value === token)?.children?.[1];
}

/** A whole new file. */
export function newJsonText(value: JsonValue): string {
  return `${formatJson(value, INDENT)}\n`;
}

/** The text with two spaces a level and one member a line; comments stay where they are. */
export function formatCommentedJson(text: string): string {
  const [content, mark] = text.startsWith('\ufeff') ? [text.slice(1), true] : [text, false];
  const options = { tabSize: INDENT, insertSpaces: true, eol: '\n', insertFinalNewline: true };
  const formatted = applyEdits(content, format(content, undefined, options)).replaceAll('\r\n', '\n');
  // A byte order mark means nothing in UTF-8.
  return mark || formatted !== content ? `${formatted.trimEnd()}\n` : content;
}

/**
 * Sets and removes members; everything else keeps its bytes, comments too: the `modify` of the library takes those
 * between two members away, and lays out what is around. The comment behind a removed member, on its line, goes with
 * it. Cost: a parse for each removal and for each object that gets members.
 */
export function editCommentedJson(text: string, edits: readonly FileEdit[]): string {
  const layout = layoutOf(text);
  const root = parseTree(text);
  if (root === undefined) return text;
  const replaced = edits.flatMap((edit) => {
    const node = edit.value === undefined ? undefined : findNodeAtLocation(root, [...edit.path]);
    return node === undefined ? [] : [{ edit, node }];
  });
  const others = edits.filter((edit) => !replaced.some((each) => each.edit === edit));
  const result = replaced
    .toSorted((a, b) => b.node.offset - a.node.offset)
    .reduce((before, { edit, node }) => {
      const written = textOf(edit, marginAt(before, node.offset), layout);
      return splice(before, node.offset, node.length, written);
    }, text);
  const removed = others.filter(({ value }) => value === undefined);
  const added = new Map<string, FileEdit[]>();
  for (const edit of others) {
    if (edit.value === undefined) continue;
    const parent = JSON.stringify(edit.path.slice(0, -1));
    added.set(parent, [...(added.get(parent) ?? []), edit]);
  }
  const withAdded = [...added.values()].reduce((before, group) => addMembers(before, group, layout), result);
  return removed.reduce(removeMember, withAdded);
}

function splice(text: string, offset: number, length: number, written: string): string {
  return `${text.slice(0, offset)}${written}${text.slice(offset + length)}`;
}

/** What the line of a place begins with. */
function marginAt(text: string, offset: number): string {
  const start = text.lastIndexOf('\n', offset - 1) + 1;
  return /^[ \t]*/.exec(text.slice(start))?.[0] ?? '';
}

function textOf(edit: FileEdit, margin: string, { step, eol }: Layout): string {
  const lines = textOfEdit(edit, (value) => formatJson(value, INDENT)).split('\n');
  return lines
    .map((line, index) => {
      const levels = (/^ */.exec(line)?.[0].length ?? 0) / INDENT;
      return index === 0 ? line : `${margin}${step.repeat(levels)}${line.trimStart()}`;
    })
    .join(eol);
}

/** Members for one object, behind those that it has. */
function addMembers(text: string, edits: readonly FileEdit[], layout: Layout): string {
  const root = parseTree(text);
  const path = edits[0]?.path.slice(0, -1) ?? [];
  const parent = root && findNodeAtLocation(root, path);
  if (parent === undefined || parent.type !== 'object') return text;
  const last = parent.children?.at(-1);
  const margin = last === undefined ? `${marginAt(text, parent.offset)}${layout.step}` : marginAt(text, last.offset);
  const members = edits.map((edit) => `${JSON.stringify(edit.path.at(-1) ?? '')}: ${textOf(edit, margin, layout)}`);
  if (last === undefined) {
    const inner = text.slice(parent.offset + 1, parent.offset + parent.length - 1);
    const block = members.map((each) => `${layout.eol}${margin}${each}`).join(',');
    // Comments in an empty object stay behind what it gets.
    const end = inner.trim() === '' ? `${layout.eol}${marginAt(text, parent.offset)}` : inner;
    return splice(text, parent.offset + 1, inner.length, `${block}${end}`);
  }
  const behind = last.offset + last.length;
  const comma = /^\s*,/.exec(stripComments(text.slice(behind, parent.offset + parent.length), ' '))?.[0].length ?? 0;
  const end = behind + comma;
  const isAlone = text.slice(text.lastIndexOf('\n', last.offset - 1) + 1, last.offset).trim() === '';
  if (!isAlone) return splice(text, behind, 0, members.map((each) => `, ${each}`).join(''));
  const comment = COMMENT_BEHIND.exec(text.slice(end))?.[0] ?? '';
  const block = members.map((each) => `${layout.eol}${margin}${each}`).join(',');
  // A comma behind the last member stays one.
  return comma > 0
    ? splice(text, end + comment.length, 0, `${block},`)
    : splice(splice(text, end + comment.length, 0, block), end, 0, ',');
}

/** A comment between a member and the end of its line. */
const COMMENT_BEHIND = /^[ \t]*(?:\/\/[^\r\n]*|\/\*(?:[^*\r\n]|\*(?!\/))*\*\/)(?=[ \t]*(?:\r?\n|$))/;

function removeMember(text: string, { path }: FileEdit): string {
  const root = parseTree(text);
  const member = root && findNodeAtLocation(root, [...path])?.parent;
  const siblings = member?.parent?.children;
  if (member === undefined || siblings === undefined) return text;
  const plain = stripComments(text, ' ');
  const at = siblings.indexOf(member);
  const previous = siblings[at - 1];
  const isLast = at === siblings.length - 1;
  const end = member.offset + member.length;
  const behind = isLast ? end : plain.indexOf(',', end) + 1;
  const lineStart = text.lastIndexOf('\n', member.offset - 1) + 1;
  const comment = COMMENT_BEHIND.exec(text.slice(behind))?.[0] ?? '';
  const lineEnd = /^[ \t]*\r?\n/.exec(text.slice(behind + comment.length))?.[0];
  const hasOwnLines = text.slice(lineStart, member.offset).trim() === '' && lineEnd !== undefined;
  const spaces = (pattern: RegExp, part: string) => pattern.exec(part)?.[0].length ?? 0;
  const [from, to] = hasOwnLines
    ? [lineStart, behind + comment.length + lineEnd.length]
    : isLast && previous !== undefined
      ? [member.offset - spaces(/[ \t]*$/, text.slice(lineStart, member.offset)), end]
      : [member.offset, behind + spaces(/^[ \t]*/, text.slice(behind))];
  const without = splice(text, from, to - from, '');
  // Before the last member a comma is left over.
  return isLast && previous !== undefined
    ? splice(without, plain.indexOf(',', previous.offset + previous.length), 1, '')
    : without;
}

interface Layout {
  readonly step: string;
  readonly eol: string;
}

/** How a text is laid out: by the first line that is indented. */
function layoutOf(text: string): Layout {
  const [, step = ' '.repeat(INDENT)] = /^([ \t]+)["{[]/m.exec(text) ?? [];
  return { step: step.startsWith('\t') ? '\t' : step, eol: text.includes('\r\n') ? '\r\n' : '\n' };
}
