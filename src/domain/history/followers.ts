import type { DocumentEvent } from '../events/event.ts';
import { OperationIndex } from '../json/operation-index.ts';
import { valueAt, type Body } from '../json/patch.ts';
import { joinPointer, lastToken, parentPointer, type Pointer } from '../json/pointer.ts';
import { isObject, type JsonObject } from '../json/value.ts';
import { trackPointer } from './track-pointer.ts';

/**
 * In an object of more members only the very one that followed is looked for, so that the cost of an undo stays
 * bounded.
 */
export const FOLLOWERS_LIMIT = 1_000;

/** A version of a body, the one of today, and what happened in between. */
interface Bodies {
  readonly left: Body;
  readonly today: Body;
  readonly since: readonly DocumentEvent[];
}

/** A pointer into the earlier body, and where the same thing is today. */
interface Tracked {
  readonly left: Pointer;
  readonly today: Pointer;
}

interface Follower extends Tracked {
  /** Among the members of the earlier object. */
  readonly position: number;
}

/** Finds the members that followed others in objects of an earlier body. */
export class Followers {
  readonly #bodies: Bodies;
  readonly #wasTakenBack: boolean;
  /** All that happened since, made when it is asked for. */
  #changes: OperationIndex | undefined;
  /** Those of an object that are still there, in the order of today, by its pointer in the earlier body. */
  readonly #known = new Map<Pointer, readonly Follower[]>();

  constructor(bodies: Bodies) {
    this.#bodies = bodies;
    this.#wasTakenBack = bodies.since.some(({ undoes }) => undoes !== undefined);
  }

  /**
   * A member of an object and those that followed it, as far as they are in the object today, in the order of today.
   * Cost: the members of the object, once for all questions about it.
   */
  *from(first: Pointer, holder: Tracked): Generator<Tracked> {
    const [object, today] = [valueAt(this.#bodies.left, holder.left), valueAt(this.#bodies.today, holder.today)];
    if (!isObject(object) || !isObject(today)) return;
    const names = Object.keys(object);
    if (names.length > FOLLOWERS_LIMIT) {
      const found = this.#track(first);
      if (found !== null) yield { left: first, today: found };
      return;
    }
    let known = this.#known.get(holder.left);
    if (known === undefined) {
      known = this.#inOrderOfToday(names, today, holder);
      this.#known.set(holder.left, known);
    }
    const start = names.indexOf(lastToken(first) ?? '');
    for (const follower of known) if (follower.position >= start) yield follower;
  }

  #inOrderOfToday(names: readonly string[], today: JsonObject, holder: Tracked): readonly Follower[] {
    const found = new Map<string, Follower>();
    for (const [position, name] of names.entries()) {
      const left = joinPointer(holder.left, name);
      const at = this.#track(left);
      if (at !== null && parentPointer(at) === holder.today)
        found.set(lastToken(at) ?? '', { position, left, today: at });
    }
    return Object.keys(today).flatMap((name) => found.get(name) ?? []);
  }

  /** As `trackPointer`; most pointers are found without a walk over all that happened. */
  #track(pointer: Pointer): Pointer | null {
    const { since } = this.#bodies;
    this.#changes ??= new OperationIndex(since.flatMap(({ patch }) => patch));
    const found = this.#changes.rebase(pointer);
    // What was removed may have come back.
    return found === null && this.#wasTakenBack ? trackPointer(pointer, since) : found;
  }
}
