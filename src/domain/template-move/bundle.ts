import {
  formatJson,
  isObject,
  JsonTextError,
  member,
  parseJson,
  stringsIn,
  type JsonObject,
  type JsonValue,
} from '../json/index.ts';
import {
  sendableTemplate,
  templateTargetProblem,
  type ServerComponentTemplate,
  type ServerTemplate,
} from '../template/index.ts';

/** In the order in which they have to be sent: index templates name component templates that must be there. */
const KINDS = ['component_template', 'index_template', 'legacy_template'] as const;
export type BundleKind = (typeof KINDS)[number];

export interface BundleItem {
  readonly kind: BundleKind;
  readonly name: string;
  readonly body: JsonObject;
}

/** Templates with the component templates that they use. */
export interface Bundle {
  /** Component templates, then composable, then legacy templates, each by name. */
  readonly items: readonly BundleItem[];
  /** Component templates that an item names and no item is. */
  readonly missing: readonly { readonly name: string; readonly usedBy: string }[];
}

/** Checked before a file is read and before its lines are parsed. */
export const BUNDLE_LIMITS = { maxBytes: 32 * 1024 * 1024, maxItems: 10_000 } as const;

const HEADER = { type: 'mapledger.templates', format: 1 };

/** A file that is no bundle: where, and why. */
export class BundleError extends Error {
  override readonly name = 'BundleError';

  constructor(
    /** From 1. */
    readonly line: number,
    readonly reason: string,
  ) {
    super(`Line ${line}: ${reason}`);
  }
}

/** The templates with every component template that they use, as far as it exists. */
export function collectBundle(
  templates: readonly ServerTemplate[],
  chosen: readonly string[],
  components: readonly ServerComponentTemplate[],
): Bundle {
  const used = new Set([...chosen, ...templates.flatMap(({ body }) => composedOf(body))]);
  return bundleOf([
    ...components
      .filter(({ name }) => used.has(name))
      .map(({ name, body }): BundleItem => ({ kind: 'component_template', name, body: sendable(body) })),
    ...templates.map(({ name, isLegacy, body }): BundleItem => ({
      kind: isLegacy ? 'legacy_template' : 'index_template',
      name,
      body: sendable(body),
    })),
  ]);
}

function sendable(body: unknown): JsonObject {
  return sendableTemplate(body as JsonObject);
}

/** In the order in which they have to be sent. */
export function bundleOf(items: readonly BundleItem[]): Bundle {
  const sorted = items.toSorted(
    (a, b) => KINDS.indexOf(a.kind) - KINDS.indexOf(b.kind) || (a.name < b.name ? -1 : a.name > b.name ? 1 : 0),
  );
  const has = new Set(sorted.flatMap(({ kind, name }) => (kind === 'component_template' ? [name] : [])));
  const missing = sorted.flatMap(({ kind, name: usedBy, body }) =>
    kind !== 'index_template'
      ? []
      : composedOf(body)
          .filter((name) => !has.has(name))
          .map((name) => ({ name, usedBy })),
  );
  return { items: sorted, missing };
}

function composedOf(body: JsonObject): readonly string[] {
  return stringsIn(member(body, 'composed_of'));
}

/** The file: what it is, and then one template a line. Numbers keep their digits. */
export function formatBundle({ items, missing }: Bundle): string {
  const lines: readonly JsonObject[] = [
    { ...HEADER, items: items.length, missing: missing.map((each) => ({ ...each })) },
    ...items.map(({ kind, name, body }) => ({ kind, name, body })),
  ];
  return lines.map((line) => `${formatJson(line)}\n`).join('');
}

/** @throws BundleError with the line that can't be read */
export function parseBundle(text: string): Bundle {
  const lines = text.split('\n').map((line) => line.trim());
  while (lines.at(-1) === '') lines.pop();
  const header = parsedLine(lines[0] ?? '', 1);
  if (member(header, 'type') !== HEADER.type) throw new BundleError(1, 'This is not a file of exported templates.');
  if (member(header, 'format') !== HEADER.format)
    throw new BundleError(1, 'The file was written by a newer version of Mapledger.');
  if (lines.length - 1 > BUNDLE_LIMITS.maxItems)
    throw new BundleError(BUNDLE_LIMITS.maxItems + 2, `There are more than ${BUNDLE_LIMITS.maxItems} templates.`);
  const seen = new Set<string>();
  const items = lines.slice(1).map((line, at): BundleItem => {
    const item = itemIn(parsedLine(line, at + 2), at + 2);
    const key = `${item.kind}/${item.name}`;
    if (seen.has(key)) throw new BundleError(at + 2, `"${item.name}" is there twice.`);
    seen.add(key);
    return item;
  });
  const told = member(header, 'items');
  if (typeof told === 'number' && told !== items.length)
    throw new BundleError(lines.length, `The file ends early: it has ${items.length} of ${told} templates.`);
  return bundleOf(items);
}

function parsedLine(text: string, line: number): JsonObject {
  let value: JsonValue;
  try {
    value = parseJson(text);
  } catch (error) {
    if (!(error instanceof JsonTextError)) throw error;
    throw new BundleError(line, `${error.reason} (column ${error.column}).`);
  }
  if (!isObject(value)) throw new BundleError(line, 'There is no JSON object.');
  return value;
}

function itemIn(value: JsonObject, line: number): BundleItem {
  const kind = KINDS.find((each) => each === member(value, 'kind'));
  if (kind === undefined) throw new BundleError(line, 'The kind of template is unknown.');
  const name = member(value, 'name');
  if (typeof name !== 'string') throw new BundleError(line, 'The template has no name.');
  const problem = templateTargetProblem(name);
  if (problem !== null) throw new BundleError(line, problem);
  const body = member(value, 'body');
  if (!isObject(body)) throw new BundleError(line, 'The template has no body.');
  return { kind, name, body: sendableTemplate(body) };
}
