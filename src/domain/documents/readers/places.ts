import { both, elasticsearch, EVERYWHERE, opensearch } from '../../catalogue/engines.ts';
import { isFalse } from '../../catalogue/values.ts';
import { isArray, isObject, member, type JsonObject, type JsonValue } from '../../json/value.ts';
import { javaDouble } from './numbers.ts';
import {
  cannotTell,
  isOf,
  isOn,
  malformed,
  NO_VALUE,
  quoted,
  refused,
  refusedAnyway,
  TAKEN,
  takenAs,
  type FieldInHand,
  type Reader,
  type Reading,
} from './reading.ts';
import { shapeFault, shapeOf, shapeOfText } from './shapes.ts';

/** How a type writes points. */
interface PointForm {
  readonly first: string;
  readonly second: string;
  /** Text is the second coordinate first, as latitude and longitude are said. */
  readonly isSwapped: boolean;
  readonly isGeographic: boolean;
}

const GEO: PointForm = { first: 'lon', second: 'lat', isSwapped: true, isGeographic: true };
const PLANE: PointForm = { first: 'x', second: 'y', isSwapped: false, isGeographic: false };
const GEOHASH = /^[0-9bcdefghjkmnpqrstuvwxyz]+$/;
const LONGEST_GEOHASH = 12;
/** Engines that take a geohash in an object; all take it as text. */
const TAKES_GEOHASH = both({ until: '8.0' });

/** X and y, or longitude and latitude, and perhaps a height. */
type Point = { readonly numbers: readonly number[] } | { readonly geohash: string };

const isNumber = (value: JsonValue | undefined) => typeof value === 'number' || typeof value === 'bigint';

function pointReader(form: PointForm): Reader {
  function read(value: JsonValue, takesGeohash: boolean): Point | Reading {
    if (typeof value === 'string') return readText(value);
    if (isArray(value)) return readList(value);
    if (isObject(value)) return readObject(value, takesGeohash);
    return malformed(`${quoted(value)} is not a point.`);
  }

  function readText(text: string): Point | Reading {
    if (text.includes(',')) {
      const parts = text.split(',').map((part) => javaDouble(part));
      if (parts.length > 3 || parts.includes(null)) return malformed(`${quoted(text)} is not a point.`);
      const [a, b, ...rest] = parts as number[];
      return { numbers: form.isSwapped ? [b as number, a as number, ...rest] : [a as number, b as number, ...rest] };
    }
    if (/point/i.test(text)) {
      const shape = shapeOfText(text);
      if ('reason' in shape)
        return shape.kind === 'wrong'
          ? malformed(`${quoted(text)} is not a point.`)
          : cannotTell('shape', shape.reason);
      return shape.type === 'point' && isArray(shape.coordinates)
        ? readList(shape.coordinates)
        : malformed(`${quoted(text)} is not a point.`);
    }
    if (form.isGeographic && GEOHASH.test(text))
      return text.length <= LONGEST_GEOHASH
        ? { geohash: text }
        : cannotTell('shape', 'A geohash of so many letters can’t be told.');
    return malformed(`${quoted(text)} is not a point.`);
  }

  function readList(list: readonly JsonValue[]): Point | Reading {
    if (list.length < 2 || list.length > 3 || !list.every(isNumber))
      return malformed('A point has two or three numbers.');
    return { numbers: list.map(Number) };
  }

  function readObject(value: JsonObject, takesGeohash: boolean): Point | Reading {
    const type = member(value, 'type');
    const coordinates = member(value, 'coordinates');
    if (type !== undefined || coordinates !== undefined) {
      if (
        typeof type !== 'string' ||
        type.toLowerCase() !== 'point' ||
        !isArray(coordinates) ||
        Object.keys(value).length > 2
      )
        return malformed('As GeoJSON it needs the type Point and coordinates.');
      return readList(coordinates);
    }
    const geohash = member(value, 'geohash');
    if (form.isGeographic && geohash !== undefined && takesGeohash) {
      if (Object.keys(value).length > 1 || typeof geohash !== 'string')
        return malformed('A point is either a geohash or coordinates.');
      return GEOHASH.test(geohash) ? { geohash } : malformed(`${quoted(geohash)} is not a geohash.`);
    }
    const numbers: number[] = [];
    for (const name of [form.first, form.second]) {
      const found = member(value, name);
      if (found === undefined) return malformed(`The point has no ${name}.`);
      const number = typeof found === 'string' ? javaDouble(found) : typeof found === 'number' ? found : null;
      if (number === null) return malformed(`${name} is not a number: ${quoted(found)}.`);
      numbers.push(number);
    }
    const odd = Object.keys(value).find(
      (key) => key !== form.first && key !== form.second && (key !== 'z' || takesGeohash),
    );
    if (odd !== undefined) return malformed(`A point has no member ${quoted(odd)}.`);
    const z = member(value, 'z');
    return { numbers: z === undefined ? numbers : [...numbers, Number(z)] };
  }

  function checked(point: Point | Reading, field: FieldInHand): Reading {
    if ('kind' in point) return point;
    if ('geohash' in point) return TAKEN;
    const [x = Number.NaN, y = Number.NaN, z] = point.numbers;
    if (z !== undefined && isFalse(member(field.definition, 'ignore_z_value')))
      return malformed('The point has a z value, and ignore_z_value is false.');
    if (!Number.isFinite(x) || !Number.isFinite(y)) return malformed('The coordinates must be finite.');
    if (!form.isGeographic) return TAKEN;
    const isOutside = Math.abs(y) > 90 || Math.abs(x) > 180;
    if (!isOutside) return TAKEN;
    // With ignore_malformed it is moved onto the globe.
    if (isOn('ignore_malformed', field)) return takenAs('a point on the globe');
    return malformed(
      Math.abs(y) > 90
        ? `The latitude ${y} is not between -90 and 90.`
        : `The longitude ${x} is not between -180 and 180.`,
    );
  }

  return {
    takesLists: true,
    takesObjects: true,
    ignoresObjects: EVERYWHERE,
    hasDocValues: true,
    read: ({ value }, field) => {
      if (value === null) return NO_VALUE;
      const takesGeohash = isOf(TAKES_GEOHASH, field);
      if (!isArray(value)) return checked(read(value, takesGeohash), field);
      if (value.length === 0) return { kind: 'nothing', by: 'empty' };
      if (isNumber(value[0])) {
        if (value.length === 1 && isOn('ignore_malformed', field))
          return cannotTell('shape', 'Whether a list of one number is left out can’t be told.');
        // With anything else Elasticsearch can't go on to read the document, and OpenSearch with an object.
        const isEnd = isOf(elasticsearch(), field) ? (each: JsonValue) => !isNumber(each) : isObject;
        if (value.some(isEnd)) return refusedAnyway('A point has two or three numbers.');
        return checked(readList(value), field);
      }
      let last: Reading = { kind: 'nothing', by: 'empty' };
      if (value.length > 1 && member(field.definition, 'time_series_metric') === 'position')
        return refused('A position of a time series is one point.');
      for (const each of value) {
        last = each === null ? malformed('null is not a point.') : checked(read(each, takesGeohash), field);
        if (last.kind !== 'taken') return last;
      }
      return last;
    },
  };
}

export const geoPoint = pointReader(GEO);
export const planePoint = pointReader(PLANE);

/** Engines that keep one shape of a field only in its doc values. */
const KEEPS_ONE_SHAPE = opensearch({ from: '2.9' });

function shapeReader(isGeographic: boolean): Reader {
  function readOne(value: JsonValue, field: FieldInHand): Reading {
    const shape = typeof value === 'string' ? shapeOfText(value) : isObject(value) ? shapeOf(value) : null;
    if (shape === null) return malformed(`A shape is an object or text, not ${quoted(value)}.`);
    const fault =
      'reason' in shape
        ? shape
        : shapeFault(shape, isOn('coerce', { ...field, settings: { ...field.settings, coerce: false } }), isGeographic);
    if (fault === null) return TAKEN;
    return fault.kind === 'wrong' ? malformed(fault.reason) : cannotTell('shape', fault.reason);
  }
  return {
    takesObjects: true,
    ignoresObjects: EVERYWHERE,
    hasDocValues: true,
    takesOne: (field) =>
      isGeographic && isOf(KEEPS_ONE_SHAPE, field) && !isFalse(member(field.definition, 'doc_values'))
        ? 'stores'
        : null,
    read: ({ value }, field) => (value === null ? NO_VALUE : readOne(value, field)),
  };
}

export const geoShape = shapeReader(true);
export const planeShape = shapeReader(false);
