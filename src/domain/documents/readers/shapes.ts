import { isArray, isObject, member, type JsonObject, type JsonValue } from '../../json/value.ts';

/** A shape that was read: its type in lower case, and its coordinates as GeoJSON has them. */
export interface Shape {
  readonly type: string;
  readonly coordinates: JsonValue;
  /** Of a collection. */
  readonly shapes?: readonly Shape[];
}

type Position = readonly number[];
/** Beyond so many points a ring is not searched for crossings, which takes their square. */
const MAX_SEARCHED_RING = 300;
const MAX_COLLECTION_DEPTH = 20;

/** What is wrong with a shape, or what of it can't be told. */
type ShapeFault = { readonly kind: 'wrong' | 'unknown'; readonly reason: string };
const wrong = (reason: string): ShapeFault => ({ kind: 'wrong', reason });
const unknown = (reason: string): ShapeFault => ({ kind: 'unknown', reason });

const MEMBERS: ReadonlySet<string> = new Set(['type', 'coordinates', 'geometries', 'orientation', 'radius']);

/** A shape of GeoJSON. */
export function shapeOf(value: JsonObject, depth = 0): Shape | ShapeFault {
  const type = member(value, 'type');
  if (typeof type !== 'string') return wrong('A shape needs a type.');
  const name = type.toLowerCase();
  if (!Object.keys(value).every((key) => MEMBERS.has(key)))
    return unknown('A shape with other members than type and coordinates can’t be told.');
  const [coordinates, geometries] = [member(value, 'coordinates'), member(value, 'geometries')];
  if (name === 'geometrycollection') {
    if (!isArray(geometries)) return wrong('A geometry collection needs geometries.');
    if (depth >= MAX_COLLECTION_DEPTH) return unknown('The collections nest too deep to tell.');
    const shapes: Shape[] = [];
    for (const each of geometries) {
      const shape = isObject(each) ? shapeOf(each, depth + 1) : wrong('A geometry is an object.');
      if ('reason' in shape) return shape;
      shapes.push(shape);
    }
    return { type: name, coordinates: null, shapes };
  }
  if (coordinates === undefined) return wrong('A shape needs coordinates.');
  return { type: name, coordinates };
}

const NAMES = 'point|multipoint|linestring|multilinestring|polygon|multipolygon|bbox|envelope';
const WKT = new RegExp(`^\\s*(${NAMES})\\s*(z\\b|)\\s*(\\(.*\\))\\s*$`, 'is');

/** A shape as well-known text; no collections and no empty shapes. */
export function shapeOfText(text: string): Shape | ShapeFault {
  if (/^\s*geometrycollection/i.test(text) || /empty/i.test(text))
    return unknown('This well-known text can’t be told.');
  const [, name, , body] = WKT.exec(text) ?? [];
  if (name === undefined || body === undefined) return wrong('The text is no shape.');
  const type = name.toLowerCase();
  // Lists in brackets, positions without them.
  const json = body
    .trim()
    .replaceAll(/[^(),]+/g, (numbers) => (numbers.trim() === '' ? '' : `[${numbers.trim().split(/\s+/).join(',')}]`))
    .replaceAll('(', '[')
    .replaceAll(')', ']');
  let lists: unknown;
  try {
    lists = JSON.parse(json);
  } catch {
    return wrong('The text is no shape.');
  }
  const read = lists as JsonValue;
  if (type === 'bbox' || type === 'envelope') return boxOf(read);
  if (type === 'point')
    return isArray(read) && read.length === 1
      ? { type, coordinates: read[0] as JsonValue }
      : wrong('The text is no point.');
  // Points may be in brackets of their own.
  const isWrapped = type === 'multipoint' && isArray(read) && read.some((each) => isArray(each) && isArray(each[0]));
  return { type, coordinates: isWrapped ? read.map((each) => (isArray(each) ? (each[0] ?? null) : each)) : read };
}

function boxOf(numbers: JsonValue): Shape | ShapeFault {
  const flat = isArray(numbers) ? numbers.flatMap((each) => (isArray(each) ? each : [each])) : [];
  const [minX, maxX, maxY, minY] = flat;
  if (flat.length !== 4 || minX === undefined || maxX === undefined || maxY === undefined || minY === undefined)
    return wrong('A box has four numbers.');
  return {
    type: 'envelope',
    coordinates: [
      [minX, maxY],
      [maxX, minY],
    ],
  };
}

/** What is wrong with the coordinates of a shape; null where nothing is. */
export function shapeFault(shape: Shape, coerce: boolean, isGeographic: boolean): ShapeFault | null {
  const { type, coordinates, shapes } = shape;
  const positions = (value: JsonValue, min: number, what: string): readonly Position[] | ShapeFault => {
    const found = isArray(value) ? value.map(positionOf) : [null];
    if (found.includes(null)) return wrong(`A ${what} is a list of positions.`);
    return found.length < min ? wrong(`A ${what} has at least ${min} positions.`) : (found as readonly Position[]);
  };
  const inRange = (found: readonly Position[]) =>
    isGeographic && found.some(isOutside) ? unknown('Whether a shape beyond the globe is taken can’t be told.') : null;
  const each = (value: JsonValue, check: (item: JsonValue) => ShapeFault | null): ShapeFault | null => {
    if (!isArray(value)) return wrong('Coordinates are a list.');
    for (const item of value) {
      const fault = check(item);
      if (fault !== null) return fault;
    }
    return null;
  };
  const line = (value: JsonValue, min: number, what: string) => {
    const found = positions(value, min, what);
    return 'reason' in found ? found : inRange(found);
  };
  const polygon = (value: JsonValue): ShapeFault | null => {
    if (!isArray(value) || value.length === 0) return wrong('A polygon has at least one ring.');
    for (const ring of value) {
      const found = positions(ring, coerce ? 3 : 4, 'ring');
      if ('reason' in found) return found;
      const fault = ringFault(found, coerce) ?? inRange(found);
      if (fault !== null) return fault;
    }
    return value.length > 1 ? unknown('Whether the holes lie in the polygon can’t be told.') : null;
  };
  switch (type) {
    case 'point': {
      const position = positionOf(coordinates);
      return position === null ? wrong('A point has two or three numbers.') : inRange([position]);
    }
    case 'multipoint':
      return line(coordinates, 1, 'multipoint');
    case 'linestring':
      return line(coordinates, 2, 'line');
    case 'multilinestring':
      return each(coordinates, (item) => line(item, 2, 'line'));
    case 'polygon':
      return polygon(coordinates);
    case 'multipolygon':
      return each(coordinates, polygon);
    case 'envelope': {
      const found = positions(coordinates, 2, 'box');
      if ('reason' in found) return found;
      const [topLeft, bottomRight] = found;
      if (found.length !== 2) return wrong('A box has two positions.');
      if ((topLeft?.[1] ?? 0) < (bottomRight?.[1] ?? 0)) return wrong('The first position of a box is its top left.');
      return (topLeft?.[0] ?? 0) > (bottomRight?.[0] ?? 0)
        ? unknown('A box over the date line can’t be told.')
        : inRange(found);
    }
    case 'geometrycollection':
      for (const inner of shapes ?? []) {
        const fault = shapeFault(inner, coerce, isGeographic);
        if (fault !== null) return fault;
      }
      return null;
    case 'circle':
      return wrong('Circles are not supported.');
    default:
      return wrong(`There is no shape of the type ${type}.`);
  }
}

function positionOf(value: JsonValue): Position | null {
  if (!isArray(value) || value.length < 2 || value.length > 3) return null;
  return value.every((each) => typeof each === 'number') ? value : null;
}

const isOutside = ([x = 0, y = 0]: Position) => Math.abs(x) > 180 || Math.abs(y) > 90;
const isSame = (a: Position | undefined, b: Position | undefined) => a?.[0] === b?.[0] && a?.[1] === b?.[1];

function ringFault(ring: readonly Position[], coerce: boolean): ShapeFault | null {
  const isClosed = isSame(ring[0], ring.at(-1));
  if (!isClosed && !coerce) return wrong('The ring is not closed: its last position is not the first.');
  const closed = isClosed ? ring : [...ring, ring[0] as Position];
  if (closed.length < 4) return wrong('A ring has at least 4 positions.');
  if (closed.length > MAX_SEARCHED_RING) return unknown('Whether such a long ring crosses itself can’t be told.');
  return crosses(closed) ? unknown('Whether a ring that touches or crosses itself is taken can’t be told.') : null;
}

/** Whether two sides of a ring meet that are no neighbours, or it has no area. */
function crosses(ring: readonly Position[]): boolean {
  const sides = ring.length - 1;
  let area = 0;
  for (let at = 0; at < sides; at++) {
    const [a, b] = [ring[at] as Position, ring[at + 1] as Position];
    area += (a[0] as number) * (b[1] as number) - (b[0] as number) * (a[1] as number);
    if (isSame(a, b)) return true;
    for (let other = at + 2; other < sides; other++) {
      if (at === 0 && other === sides - 1) continue;
      if (meet(a, b, ring[other] as Position, ring[other + 1] as Position)) return true;
    }
  }
  return area === 0;
}

function meet(a: Position, b: Position, c: Position, d: Position): boolean {
  const turn = (p: Position, q: Position, r: Position) =>
    Math.sign(
      ((q[0] as number) - (p[0] as number)) * ((r[1] as number) - (p[1] as number)) -
        ((q[1] as number) - (p[1] as number)) * ((r[0] as number) - (p[0] as number)),
    );
  return turn(a, b, c) !== turn(a, b, d) && turn(c, d, a) !== turn(c, d, b);
}
