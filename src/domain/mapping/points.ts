import { isArray, isObject, numberFrom, type JsonValue } from '../json/value.ts';

/** Whether a point as it was written is the one that an engine tells, as an object of its latitude and longitude. */
export function isSamePoint(written: JsonValue | undefined, told: JsonValue | undefined): boolean {
  if (!isObject(told)) return false;
  const point = pointIn(written);
  return point !== null && point[0] === told['lat'] && point[1] === told['lon'];
}

/** Of no letters too: who refuses that is said by the parameter. */
const GEOHASH = /^[0-9b-hjkmnp-z]*$/;

/** Why a point that stands for null is refused; null where it is not, or where only the engine can tell. */
export function pointProblem(written: JsonValue, mayBeOutside: boolean): string | null {
  const isText = typeof written === 'string';
  if (isText && !/,|point/i.test(written)) return GEOHASH.test(written) ? null : 'It is neither a point nor a geohash.';
  if (isObject(written) && !['lat', 'lon'].some((name) => Object.hasOwn(written, name))) return null;
  const [lat = Number.NaN, lon = Number.NaN] = pointIn(written) ?? [];
  if (isObject(written) && (Number.isNaN(lat) || Number.isNaN(lon))) return 'A point has a lat and a lon.';
  if (mayBeOutside) return null;
  if (Math.abs(lat) > 90) return `The latitude ${lat} is not between -90 and 90.`;
  return Math.abs(lon) > 180 ? `The longitude ${lon} is not between -180 and 180.` : null;
}

/** Latitude and longitude; null for what is no point, and for a geohash. */
function pointIn(written: JsonValue | undefined): readonly [number, number] | null {
  if (isArray(written)) {
    const [lon, lat] = written.map(numberFrom);
    return lat === undefined || lon === undefined ? null : [lat, lon];
  }
  if (isObject(written)) return [numberFrom(written['lat']), numberFrom(written['lon'])];
  if (typeof written !== 'string') return null;
  const [, lon, lat] = /^POINT ?\((\S+) (\S+)\)$/i.exec(written) ?? [];
  if (lon !== undefined && lat !== undefined) return [Number(lat), Number(lon)];
  const [first, second] = written.split(',').map(Number);
  return first === undefined || second === undefined ? null : [first, second];
}
