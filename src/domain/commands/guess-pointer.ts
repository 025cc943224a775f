import type { Patch } from '../json/patch.ts';
import { isWithin, parentPointer, type Pointer } from '../json/pointer.ts';
import { deepEqual } from '../json/value.ts';
import type { Follow } from './track-references.ts';

type Places = ReadonlySet<Pointer>;

/**
 * Says where the pointers of commands that are decided again are after what others have stored, as long as that alone
 * tells. A thing that a command made may have the name of one that others have made and moved. Cost of a guess: the
 * depth of the pointer.
 */
export class PointerGuess {
  /** Follows a pointer over what others have stored. */
  readonly #follow: Follow;
  /** What others have put, moved or removed. */
  readonly #placesOfOthers: () => Places;
  /** What the commands so far put, moved or removed. */
  readonly #own = new Set<Pointer>();
  /** Whether the commands so far come to what they came to before. */
  #isSame = true;

  private constructor(follow: Follow, placesOfOthers: () => Places) {
    this.#follow = follow;
    this.#placesOfOthers = placesOfOthers;
  }

  /** `stored` are the patches of others. */
  static over(follow: Follow, stored: readonly Patch[]): PointerGuess {
    let places: Set<Pointer> | undefined;
    return new PointerGuess(follow, () => (places ??= addPlaces(new Set(), stored.flat())));
  }

  /** The guess for the commands of a batch, which follow the commands so far. */
  forBatch(): PointerGuess {
    return new PointerGuess((pointer) => this.find(pointer), this.#placesOfOthers);
  }

  /** Takes the patches that the next command came to before and comes to now; null where it comes to none. */
  take(before: Patch | null, now: Patch | null): void {
    this.#isSame &&= deepEqual(before, now) && !this.#takesAlong(before ?? []);
    if (before !== null) addPlaces(this.#own, before);
  }

  /** Whether a patch moves something in which others have put, moved or removed something. */
  #takesAlong(patch: Patch): boolean {
    return patch.some(
      (operation) =>
        operation.op === 'move' && [...this.#placesOfOthers()].some((place) => isWithin(place, operation.from)),
    );
  }

  /** Where what is at a pointer is; null where it is gone, or where only all events tell. */
  find(pointer: Pointer): Pointer | null {
    const isDoubtful = isIn(this.#own, pointer) && !(this.#isSame && !isIn(this.#placesOfOthers(), pointer));
    return isDoubtful ? null : this.#follow(pointer);
  }
}

function addPlaces(places: Set<Pointer>, patch: Patch): Set<Pointer> {
  for (const operation of patch) {
    places.add(operation.path);
    if (operation.op === 'move') places.add(operation.from);
  }
  return places;
}

/** Whether one of the places is a pointer or holds it. */
function isIn(places: Places, pointer: Pointer): boolean {
  for (let at = pointer; ; at = parentPointer(at)) {
    if (places.has(at)) return true;
    if (at === '') return false;
  }
}
