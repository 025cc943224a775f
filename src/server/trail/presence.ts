/** Where somebody is. */
export interface Person {
  readonly author: string;
  readonly name: string;
  readonly verified: boolean;
  readonly stream: string | null;
  readonly field: string | null;
}

/** How long somebody counts as present after the last word, in milliseconds. */
export const PRESENCE_LIFETIME_MS = 30_000;
/** How many places of people are kept. */
const MAX_PEOPLE = 2_000;

/** Who is there, in memory alone. */
export interface Presence {
  /** Grows where somebody comes, goes or opens something else. */
  count(): number;
  people(): readonly (Person & { readonly at: string })[];
  /** False where there is no room. */
  say(person: Person): boolean;
  /** Forgets an author. */
  forget(author: string): void;
  close(): void;
}

/** `onChange` is called after each growth of `count`. */
export function presence(nowMs: () => number, onChange: () => void): Presence {
  /** By author and stream: somebody may have two open. The one that was heard of the longest ago comes first. */
  const heard = new Map<string, Person & { readonly atMs: number }>();
  let count = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;

  function changed(): void {
    count += 1;
    onChange();
  }

  function endOld(): void {
    const before = heard.size;
    for (const [key, { atMs }] of heard) {
      if (nowMs() - atMs < PRESENCE_LIFETIME_MS) break;
      heard.delete(key);
    }
    if (heard.size < before) changed();
  }

  function waitForOldest(): void {
    clearTimeout(timer);
    const [oldest] = heard.values();
    if (oldest === undefined) return;
    timer = setTimeout(
      () => {
        endOld();
        waitForOldest();
      },
      oldest.atMs + PRESENCE_LIFETIME_MS - nowMs(),
    );
  }

  return {
    count: () => count,
    people: () => [...heard.values()].map(({ atMs, ...person }) => ({ ...person, at: new Date(atMs).toISOString() })),
    say(person) {
      const key = JSON.stringify([person.author, person.stream]);
      const before = heard.get(key);
      if (before === undefined && heard.size >= MAX_PEOPLE) return false;
      heard.delete(key);
      heard.set(key, { ...person, atMs: nowMs() });
      waitForOldest();
      if (before === undefined || !isSame(before, person)) changed();
      return true;
    },
    forget(author) {
      const keys = [...heard].flatMap(([key, person]) => (person.author === author ? [key] : []));
      for (const key of keys) heard.delete(key);
      if (keys.length > 0) changed();
    },
    close: () => clearTimeout(timer),
  };
}

function isSame(a: Person, b: Person): boolean {
  return a.field === b.field && a.name === b.name && a.verified === b.verified;
}
