/** How long work goes on before others have their turn, in milliseconds: well below what anybody notices. */
const TURN_MS = 15;

/** Work that is done in steps, between which others have their turn. */
export interface Turns {
  /** To be awaited between two steps; goes on at once while there is time left. */
  next(): Promise<void> | undefined;
}

export function takeTurns(): Turns {
  let sinceMs = performance.now();
  return {
    next() {
      if (performance.now() - sinceMs < TURN_MS) return undefined;
      return nextTurn().then(() => {
        sinceMs = performance.now();
      });
    },
  };
}

/** Does what gives way in between, and gives others their turn there. Returns its result. */
export async function inTurns<Result>(
  steps: Iterator<unknown, Result, undefined>,
  turns: Turns = takeTurns(),
): Promise<Result> {
  for (;;) {
    const { done, value } = steps.next();
    if (done === true) return value;
    await turns.next();
  }
}

/** Resolves when the others have had their turn. */
export function nextTurn(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve));
}
