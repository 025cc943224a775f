import { isArray, isObject, numberFrom, type JsonValue } from '../json/value.ts';

/** Whether a point as it was written is the one that an engine tells, as an object of its latitude and longitude. */
export function isSamePoint(written: JsonValue | undefined, told: JsonValue | undefined): boolean {
  if (!isObject(told)) return false;
  const point = pointIn(written);
  return point !== null && point[0] === told['lat'] && point[1] === told['lon'];
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
