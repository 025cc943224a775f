import { APP_BASE } from './app-base.ts';

/** The places that can be gone to without knowing a name. */
const PLACES = [
  { to: `${APP_BASE}/drafts`, label: 'Drafts', name: 'drafts' },
  { to: `${APP_BASE}/field_types`, label: 'Field types', name: 'field_types' },
  { to: `${APP_BASE}/storage`, label: 'Storage', name: 'storage' },
  { to: `${APP_BASE}/settings`, label: 'Settings', name: 'settings' },
  { to: `${APP_BASE}/replay`, label: 'Replay', name: 'replay' },
  { to: `${APP_BASE}/shortcuts`, label: 'Shortcuts', name: 'shortcuts' },
] as const;

/** The place whose name is most like a part of the path: mistyped, singular, under another base. Drafts where none is. */
export function nearestPlace(pathname: string): (typeof PLACES)[number] {
  const parts = pathname.toLowerCase().split('/').filter((part) => part !== '');
  let best: { readonly place: (typeof PLACES)[number]; readonly distance: number } = { place: PLACES[0], distance: Infinity };
  for (const place of PLACES) {
    for (const part of parts) {
      const distance = editDistance(part.slice(0, 40), place.name);
      if (distance < best.distance) best = { place, distance };
    }
  }
  return best.distance < best.place.name.length / 2 ? best.place : PLACES[0];
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
