import { CONFIGURATION } from '#domain/catalogue';
import type { DocumentState } from '#domain/document';
import {
  isObject,
  joinPointer,
  parsePointer,
  rebasePointer,
  valueAt,
  type Operation,
  type Patch,
  type Pointer,
} from '#domain/json';
import { COMPUTED_CONTAINERS, parseFieldId, type FieldId } from '#domain/mapping';
import { fieldAround } from './changed-fields.ts';

/** A part of the editor that shows a part of the mappings. */
export type MappingsPart = 'fields' | 'runtime' | 'templates' | 'advanced' | 'json';

/** The changes of a patch, as the editor shows them. */
export interface ChangedPlaces {
  /** In the order of the patch. Places outside the mappings belong to no part. */
  readonly parts: readonly MappingsPart[];
  /**
   * The rows of the fields and runtime fields that were changed; for a removed field, the row of the field that
   * contained it.
   */
  readonly rows: readonly Pointer[];
}

/** For a patch with more operations only the parts are reported: too many rows have changed to show each of them. */
const ROWS_LIMIT = 500;

/** The places that a patch has changed. Cost: that of the patch. */
export function changedPlaces(patch: Patch, state: Pick<DocumentState, 'body' | 'mappingsAt'>): ChangedPlaces {
  const { mappingsAt } = state;
  const parts = new Set<MappingsPart>();
  const rows = new Set<Pointer>();
  for (const [index, operation] of patch.entries()) {
    const part = partOf(operation.path, mappingsAt);
    if (part !== null) parts.add(part);
    if (patch.length > ROWS_LIMIT) continue;
    for (const row of rowsOf(operation, part, mappingsAt)) {
      const now = rebasePointer(row, patch.slice(index + 1));
      const shown = part === 'fields' ? nearestField(now ?? row, state) : now;
      if (shown !== null && valueAt(state.body, shown) !== undefined) rows.add(shown);
    }
  }
  return { parts: [...parts], rows: [...rows] };
}

function isComputedContainer(name: string | undefined): boolean {
  return COMPUTED_CONTAINERS.some((container) => container === name);
}

function partOf(path: Pointer, mappingsAt: Pointer): MappingsPart | null {
  // The mappings as a whole mostly consist of their fields.
  if (path === mappingsAt) return 'fields';
  if (!path.startsWith(`${mappingsAt}/`)) return null;
  const [member = ''] = parsePointer(path.slice(mappingsAt.length));
  if (member === 'properties') return 'fields';
  if (isComputedContainer(member)) return 'runtime';
  if (member === 'dynamic_templates') return 'templates';
  return Object.hasOwn(CONFIGURATION, member) ? 'advanced' : 'json';
}

/** The rows that an operation belongs to, by their pointers right after it. */
function rowsOf(operation: Operation, part: MappingsPart | null, mappingsAt: Pointer): readonly Pointer[] {
  if (part !== 'fields' && part !== 'runtime') return [];
  const { path } = operation;
  const [container, name] = parsePointer(path.slice(mappingsAt.length));
  if (container === undefined) return [];
  if (name === undefined) {
    // The operation changes the list as a whole.
    const members = 'value' in operation && isObject(operation.value) ? Object.keys(operation.value) : [];
    return members.slice(0, ROWS_LIMIT).map((member) => joinPointer(path, member));
  }
  if (part === 'runtime') return [joinPointer(mappingsAt, container, name)];
  const field = fieldAround(path, mappingsAt);
  return field === null ? [] : [field];
}

/** The field itself, or its nearest ancestor that exists. */
function nearestField(
  field: FieldId,
  { body, mappingsAt }: Pick<DocumentState, 'body' | 'mappingsAt'>,
): FieldId | null {
  let current: FieldId | null = field;
  while (current !== null && valueAt(body, current) === undefined)
    current = parseFieldId(current, mappingsAt)?.parentId ?? null;
  return current;
}
