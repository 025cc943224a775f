import type { DocumentCommand } from '#domain/commands';
import type { DocumentState } from '#domain/document';
import type { Random } from '../../../src/fuzz/generate/random.ts';
import { holdingOf, isPlainObject, walkedType, walkFields, type WalkedField } from '../../../src/fuzz/generate/walk.ts';
import { HOSTILE_FIELD_NAMES } from '../../contracts/sample-history.ts';

const NAMES = ['a', 'b', 'c', 'host', 'ip', 'user', 'raw', ...HOSTILE_FIELD_NAMES];
const TYPES = ['keyword', 'text', 'long', 'object', 'nested', 'ip'];
/** More fields than this would make the suite slow, and show nothing more. */
const MOST_FIELDS = 60;

const KINDS = [
  'add',
  'add',
  'add',
  'add',
  'edit',
  'edit',
  'edit',
  'rename',
  'rename',
  'remove',
  'remove',
  'undo',
  'undo',
  'undo',
  'redo',
  'redo',
] as const;

/** One more command of somebody who edits at random; it fits the document as it is, and the other tab may be faster. */
export function nextCommand({ body, mappingsAt }: DocumentState, random: Random): DocumentCommand {
  const fields = walkFields(body, mappingsAt);
  const kind = fields.length > MOST_FIELDS ? 'remove' : random.pick(KINDS);
  if (kind === 'undo' || kind === 'redo') return { type: `history.${kind}`, payload: {} };
  if (kind === 'add' || fields.length === 0) return addField(fields, random);
  const field = random.pick(fields);
  if (kind === 'remove') return { type: 'field.remove', payload: { field: field.id } };
  if (kind === 'rename') return { type: 'field.edit', payload: { field: field.id, name: nameFor(random) } };
  return {
    type: 'field.edit',
    payload: {
      field: field.id,
      set: { null_value: BigInt(random.below(1_000_000)) * 10n ** 12n, meta: { note: 'x'.repeat(random.below(300)) } },
    },
  };
}

function addField(fields: readonly WalkedField[], random: Random): DocumentCommand {
  const holders = fields.filter(
    (field) => isPlainObject(field.definition) && holdingOf(walkedType(field)) === 'properties',
  );
  const parent = holders.length > 0 && random.below(2) === 0 ? random.pick(holders).id : null;
  return { type: 'field.add', payload: { parent, name: nameFor(random), definition: { type: random.pick(TYPES) } } };
}

function nameFor(random: Random): string {
  return `${random.pick(NAMES)}${random.below(3) === 0 ? '' : String(random.below(1_000))}`;
}
