import type { Editor, Option } from '../catalogue/editors.ts';
import { isKnownBy, type TargetEngine } from '../catalogue/engines.ts';
import { isObject, type JsonObject, type JsonValue } from '../json/value.ts';

/** A JSON Schema (draft-07); `true` takes any value. */
export type Shape = JsonObject | true;

type Accepts = (value: JsonValue) => boolean;

/** Of a parameter: which values an engine takes, and how they are edited. */
export interface Shaped {
  readonly accepts: Accepts;
  readonly editor?: Editor;
}

/** A word that no list of words has. */
const UNKNOWN = 'a word of nobody';
/** Texts of numbers, which engines read as numbers. */
const NUMBER_TEXTS = ['0', '1', '2', '-1', '50', '1.5', '0.5'];
const NUMBER_PATTERN = '^[+-]?(?:[0-9]+[.]?[0-9]*|[.][0-9]+)(?:[eE][+-]?[0-9]+)?$';
/** Texts in some form: a date, a point, an address, a time, a share. */
const FORMED_TEXTS = ['2026-01-01', 'POINT (1 1)', '1,1', '10.0.0.1', '1m', '10%', 'a.b', '', 'MQ==', 'en_US'];
const INTEGERS = [-1, 0, 1, 2, 50, 1_000, 100_000];
const FRACTIONS = [-0.5, 0.5, 1.5, 50.5];
const ANY: readonly JsonValue[] = [UNKNOWN, 1, 1.5, true, [], {}, [UNKNOWN], [{}], { [UNKNOWN]: [] }];
/** Objects and lists are looked into no deeper than this. */
const MAX_DEPTH = 2;

/** What these edit can be an object or a list with members that no sample has. */
const STRUCTURED: readonly Editor['kind'][] = ['frequencyFilter', 'interval', 'relations', 'metadata', 'point', 'json'];

/**
 * The shape of the values that an engine takes, found out by asking with samples: not narrower than the engine, but for
 * words beside those that are offered, and wider where samples can't tell. Cost: some hundred questions.
 */
export function shapeOf({ accepts, editor }: Shaped, target: TargetEngine): Shape {
  return shapeIn({ accepts, ...(editor !== undefined && { editor }) }, target, 0) ?? true;
}

/** Null where no sample is taken. */
function shapeIn({ accepts, editor }: Shaped, target: TargetEngine, depth: number): Shape | null {
  if (ANY.every((value) => accepts(value))) return true;
  const isDeep = depth === MAX_DEPTH;
  const structures = isDeep ? [] : [lists(accepts, target, depth), objects(accepts, target, depth)];
  const shapes = [booleans(accepts), numbers(accepts, editor), texts(accepts, editor, target), ...structures].filter(
    (shape) => shape !== null,
  );
  if (editor !== undefined && STRUCTURED.includes(editor.kind)) shapes.push({ type: ['object', 'array'] });
  const [first] = shapes;
  if (first === undefined) return null;
  return shapes.length === 1 ? first : { anyOf: shapes };
}

function booleans(accepts: Accepts): JsonObject | null {
  const taken = [true, false].filter((value) => accepts(value));
  if (taken.length === 0) return null;
  return taken.length === 2 ? { type: 'boolean' } : { enum: taken };
}

function numbers(accepts: Accepts, editor: Editor | undefined): JsonObject | null {
  const type = FRACTIONS.some(accepts) ? 'number' : INTEGERS.some(accepts) ? 'integer' : null;
  if (type === null) return null;
  const { min, max } = editor?.kind === 'number' ? editor : {};
  const isBound = (bound: number | bigint | undefined, beyond: -1 | 1): bound is number =>
    typeof bound === 'number' && accepts(bound) && !accepts(bound + beyond);
  return { type, ...(isBound(min, -1) && { minimum: min }), ...(isBound(max, 1) && { maximum: max }) };
}

function texts(accepts: Accepts, editor: Editor | undefined, target: TargetEngine): JsonObject | null {
  const options = offered(editor, target).filter((value): value is string => typeof value === 'string');
  if (accepts(UNKNOWN) || FORMED_TEXTS.some(accepts)) {
    return { type: 'string', ...(options.length > 0 && { examples: options }) };
  }
  const words = [...new Set([...options, ...WORDS])].filter((word) => accepts(word));
  const shapes: JsonObject[] = [];
  if (words.length > 0) shapes.push({ enum: words });
  if (NUMBER_TEXTS.some(accepts)) shapes.push({ type: 'string', pattern: NUMBER_PATTERN });
  const [first] = shapes;
  return first === undefined ? null : shapes.length === 1 ? first : { anyOf: shapes };
}

/** Words that engines take beside those that a form offers. */
const WORDS = [
  ...['true', 'false', 'strict', 'runtime', 'strict_allow_templates', 'false_allow_templates', 'auto'],
  ...['left', 'right', 'cw', 'ccw', 'clockwise', 'counterclockwise'],
];

function offered(editor: Editor | undefined, target: TargetEngine): readonly JsonValue[] {
  const options: readonly Option[] = editor !== undefined && 'options' in editor ? editor.options : [];
  return options.filter(({ engines }) => engines === undefined || isKnownBy(engines, target)).map(({ value }) => value);
}

function lists(accepts: Accepts, target: TargetEngine, depth: number): JsonObject | null {
  const items = shapeIn({ accepts: (value) => accepts([value]) }, target, depth + 1);
  if (items === null && !accepts([])) return null;
  return { type: 'array', ...(isObject(items) && { items }), ...(!accepts([]) && { minItems: 1 }) };
}

function objects(accepts: Accepts, target: TargetEngine, depth: number): JsonObject | null {
  const members = shapeIn({ accepts: (value) => accepts({ [UNKNOWN]: value }) }, target, depth + 1);
  if (members === null && !accepts({})) return null;
  return { type: 'object', ...(isObject(members) && { additionalProperties: members }) };
}
