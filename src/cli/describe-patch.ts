import {
  formatJson,
  joinPointer,
  parsePointer,
  PatchTarget,
  valueAt,
  type Body,
  type JsonValue,
  type Patch,
  type Pointer,
} from '#domain/json';
import { dottedPath, parseFieldId, typeOf } from '#domain/mapping';
import { recordedMappingsAt } from './recorded-mappings.ts';
import { printable } from './terminal.ts';

export interface DescribedChange {
  readonly kind: 'added' | 'removed' | 'changed' | 'moved';
  readonly at: Pointer;
  /** One line, fit for a terminal. */
  readonly words: string;
}

/** The longest value that is shown, in characters. */
const MAX_SHOWN_VALUE = 120;

/** What a patch changes, one line for each operation: fields by their dotted names, everything else by its pointer. */
export function describePatch(patch: Patch, before: Body, after: Body): readonly DescribedChange[] {
  const place = placeNames(before, after);
  const target = new PatchTarget(before, { tracksTouched: false });
  return patch.map((operation): DescribedChange => {
    const at = operation.path;
    // What was renamed before has its value under its new name.
    const old = operation.op === 'move' ? undefined : valueIn(target.body, at);
    target.apply([operation]);
    switch (operation.op) {
      case 'add':
        return { kind: 'added', at, words: `+ ${place(at, operation.value)}` };
      case 'remove':
        return { kind: 'removed', at, words: `- ${place(at, old)}` };
      case 'move':
        return { kind: 'moved', at, words: `→ ${place(operation.from)} to ${place(at)}` };
      case 'replace':
        return { kind: 'changed', at, words: `~ ${place(at)}: ${shown(old)} → ${shown(operation.value)}` };
    }
  });
}

function valueIn(body: Body, at: Pointer): JsonValue | undefined {
  return body === undefined ? undefined : valueAt(body, at);
}

/**
 * Names places of either body: `host.ip (ip)` for a field with its definition, `host.ip: index` for a member of a
 * field.
 */
function placeNames(before: Body, after: Body): (at: Pointer, definition?: JsonValue) => string {
  const mappingsAt = recordedMappingsAt(after ?? before);
  return (at, definition) => {
    const tokens = parsePointer(at);
    for (let length = tokens.length; length > 0; length--) {
      const pointer = joinPointer('', ...tokens.slice(0, length));
      const address = parseFieldId(pointer, mappingsAt);
      if (address === null) continue;
      const field = printable(dottedPath(address.path));
      const rest = tokens.slice(length).map(printable).join('.');
      if (rest === '') return definition === undefined ? field : `${field} (${printable(typeOf(definition))})`;
      return definition === undefined ? `${field}: ${rest}` : `${field}: ${rest} = ${shown(definition)}`;
    }
    const name = at === '' ? 'the whole document' : printable(at);
    return definition === undefined || at === '' ? name : `${name} = ${shown(definition)}`;
  };
}

function shown(value: JsonValue | undefined): string {
  if (value === undefined) return 'nothing';
  const text = printable(formatJson(value));
  return text.length > MAX_SHOWN_VALUE ? `${text.slice(0, MAX_SHOWN_VALUE)}…` : text;
}
