import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import {
  MAX_DOCUMENTS_OF_AUTHOR,
  MAX_PEOPLE_OF_CALLER,
  MAX_PEOPLE_OF_DOCUMENT,
  MAX_PLACES,
  MAX_PLACES_OF_CALLER,
  presence,
  PRESENCE_LIFETIME_MS,
  type Presence,
} from './presence.ts';

let told: string[][];
let people: Presence;

beforeEach(() => {
  vi.useFakeTimers();
  told = [];
  people = presence(Date.now, (authors) => told.push([...authors].toSorted()));
});
afterEach(() => {
  people.close();
  vi.useRealTimers();
});

const say = (author: string, stream: string, caller = author, field: string | null = null) =>
  people.say({ author, name: author, verified: false, stream, field }, caller);
const shownAt = (stream: string, viewer = 'viewer') =>
  people.news(viewer, null).flatMap((each) => (each.stream === stream ? each.here.map(({ author }) => author) : []));

describe('what is told', () => {
  it('is told to those at the document alone', () => {
    say('ada', 'a');
    say('bob', 'a');
    say('eve', 'b');
    say('ada', 'a', 'ada', '/x');
    say('ada', 'a', 'ada', '/x');
    expect(told).toEqual([['ada'], ['ada', 'bob'], ['eve'], ['bob']]);
  });

  it('is all who are there where more left than it remembers', () => {
    say('viewer', 'a');
    const since = people.count();
    for (let at = 0; at < 250; at++) {
      say(`n${at}`, 'a');
      people.forget(`n${at}`);
    }
    say('ada', 'a');
    expect(people.news('viewer', since)).toMatchObject([{ isWhole: true, here: [{ author: 'ada' }], left: [] }]);
    const later = people.count();
    people.forget('ada');
    expect(people.news('viewer', later)).toEqual([{ stream: 'a', isWhole: false, here: [], left: ['ada'] }]);
  });

  it('comes to who is there, from whichever moment somebody has missed everything', () => {
    const AUTHORS = ['a', 'b', 'c', 'd'];
    say('viewer', 's');
    const known: { readonly since: number; readonly here: Map<string, string | null> }[] = [];
    let seed = 7;
    const next = (below: number) => (seed = (seed * 48_271) % 2_147_483_647) % below;
    for (let step = 0; step < 400; step++) {
      const author = AUTHORS[next(AUTHORS.length)] ?? '';
      if (next(3) === 0) people.forget(author);
      else say(author, 's', author, `/${next(3)}`);
      const whole = people.news('viewer', null)[0]?.here ?? [];
      known.push({ since: people.count(), here: new Map(whole.map((each) => [each.author, each.field])) });
    }
    const last = known.at(-1)?.here;
    for (const { since, here } of known) {
      for (const change of people.news('viewer', since)) {
        if (change.isWhole) here.clear();
        for (const author of change.left) here.delete(author);
        for (const { author, field } of change.here) here.set(author, field);
      }
      expect(new Map([...here].toSorted())).toEqual(new Map([...(last ?? [])].toSorted()));
    }
  });

  it('never goes back behind the counts of a server before', () => {
    const before = people.count();
    say('ada', 'a');
    vi.advanceTimersByTime(10);
    expect(presence(Date.now, () => undefined).count()).toBeGreaterThan(before + 1);
  });
});

describe('room', () => {
  it('is made for others by the last of the caller who has the most, who were first stay', () => {
    say('viewer', 'a');
    for (const caller of ['one', 'two'])
      for (let at = 0; at < MAX_PEOPLE_OF_CALLER; at++) say(`${caller} ${at}`, 'a', caller);
    expect(shownAt('a')).toHaveLength(MAX_PEOPLE_OF_DOCUMENT - 1);
    expect(say('ada', 'a')).toBe(true);
    expect(shownAt('a')).toContain('ada');
    expect(shownAt('a')).toContain('one 0');
    expect(shownAt('a')).toHaveLength(MAX_PEOPLE_OF_DOCUMENT - 1);
    expect(say('two more', 'a', 'two')).toBe(false);
  });

  it('is for one caller limited over all documents, and for an author', () => {
    for (let at = 0; at < MAX_PLACES_OF_CALLER; at++) expect(say(`n${at}`, `s${at}`, 'one')).toBe(true);
    expect(say('more', 'more', 'one')).toBe(false);
    for (let at = 0; at <= MAX_DOCUMENTS_OF_AUTHOR; at++) expect(say('ada', `d${at}`)).toBe(true);
    expect(people.news('ada', null)).toHaveLength(MAX_DOCUMENTS_OF_AUTHOR);
    expect(people.news('ada', null).map(({ stream }) => stream)).not.toContain('d0');
  });

  it('is limited for all, and those of many places make it for others', () => {
    for (let at = 0; at < MAX_PLACES; at++) say(`n${at}`, `s${at}`, `caller ${at % 10}`);
    expect(say('ada', 'a')).toBe(true);
    expect(say('one more', 'b', 'caller 1')).toBe(false);
  });

  it('is there again when the time of who took it is over', () => {
    for (let at = 0; at < MAX_PEOPLE_OF_CALLER; at++) say(`n${at}`, 'a', 'one');
    expect(say('more', 'a', 'one')).toBe(false);
    vi.advanceTimersByTime(PRESENCE_LIFETIME_MS + 1);
    expect(say('more', 'a', 'one')).toBe(true);
    expect(shownAt('a', 'more')).toEqual([]);
  });
});
