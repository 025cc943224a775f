import { APP_BASE } from '../platform/app-base.ts';
import { PLACES } from './places.ts';

type Place = (typeof PLACES)[number];

/** The place whose name is most like a part of the path: mistyped, singular, under another base. the first where none is. */
export function nearestPlace(pathname: string): Place {
  const parts = pathname
    .toLowerCase()
    .split('/')
    .filter((part) => part !== '');
  let best: { readonly place: Place; readonly distance: number } = { place: PLACES[0], distance: Infinity };
  for (const place of PLACES) {
    for (const part of parts) {
      const distance = editDistance(part.slice(0, 40), nameOf(place));
      if (distance < best.distance) best = { place, distance };
    }
  }
  return best.distance < nameOf(best.place).length / 2 ? best.place : PLACES[0];
}

/** Its part of the address. */
function nameOf({ to }: Place): string {
  return to.slice(APP_BASE.length + 1);
}

function editDistance(a: string, b: string): number {
  let row = [...Array(b.length + 1).keys()];
  for (let i = 1; i <= a.length; i++) {
    const next = [i];
    for (let j = 1; j <= b.length; j++) {
      const substituted = (row[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1);
      next.push(Math.min(substituted, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1));
    }
    row = next;
  }
  return row[b.length] ?? 0;
}
