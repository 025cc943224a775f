import { observable, type Observable } from '../kit/observable.ts';
import { ACTIONS, type ActionEntry, type ActionId } from './action-list.ts';

/** An action that is possible now. One of the list needs only `id` and `run`; others have their own title and group. */
export type Action =
  | ({ readonly id: ActionId } & Partial<ActionEntry> & Doing)
  | ({ readonly id: string } & ActionEntry & Doing);

interface Doing {
  readonly isEnabled?: boolean;
  readonly run: () => void;
}

/** An action as it is offered. */
export interface OfferedAction extends ActionEntry {
  readonly id: string;
  readonly isEnabled: boolean;
  readonly run: () => void;
}

/** The actions that are possible on the present screen. */
export interface ActionRegistry extends Observable<readonly OfferedAction[]> {
  /** Offers the actions of one owner in place of those it offered before; those of a later owner come first. */
  offer(owner: symbol, actions: readonly Action[]): void;
  /** Offers what a typed text finds, for as long as its owner offers anything. */
  offerFinder(owner: symbol, find: ActionFinder): void;
  withdraw(owner: symbol): void;
  /** What a text finds now, by all finders. */
  find(text: string): readonly OfferedAction[];
}

/** Finds actions by a text that is typed in the palette: too many to be offered one by one. */
export type ActionFinder = (text: string) => readonly OfferedAction[];

const LISTED: ReadonlyMap<string, ActionEntry> = new Map(Object.entries(ACTIONS));

function looksLike(a: OfferedAction, b: OfferedAction | undefined): boolean {
  return (
    b !== undefined &&
    a.id === b.id &&
    a.title === b.title &&
    a.group === b.group &&
    a.isEnabled === b.isEnabled &&
    String(a.keys) === String(b.keys)
  );
}

export function actionRegistry(): ActionRegistry {
  const owners = new Map<symbol, readonly Action[]>();
  const finders = new Map<symbol, ActionFinder>();
  const { getSnapshot, subscribe, set } = observable<readonly OfferedAction[]>([]);

  /** Looks up the closure when the action runs: owners offer new ones with each render, and nobody should notice. */
  function runNow(owner: symbol, id: string): void {
    owners
      .get(owner)
      ?.find((action) => action.id === id)
      ?.run();
  }

  function publish(): void {
    const offered = new Map<string, OfferedAction>();
    for (const [owner, actions] of owners) {
      for (const action of actions) {
        const { id, isEnabled = true } = action;
        offered.set(id, {
          title: id,
          group: '',
          ...LISTED.get(id),
          ...action,
          isEnabled,
          run: () => runNow(owner, id),
        });
      }
    }
    const next = [...offered.values()];
    const snapshot = getSnapshot();
    if (next.length === snapshot.length && next.every((action, index) => looksLike(action, snapshot[index]))) return;
    set(next);
  }

  return {
    offer(owner, actions) {
      owners.set(owner, actions);
      publish();
    },
    offerFinder(owner, find) {
      finders.set(owner, find);
    },
    find: (text) => [...finders.values()].flatMap((find) => find(text)),
    withdraw(owner) {
      finders.delete(owner);
      owners.delete(owner);
      publish();
    },
    getSnapshot,
    subscribe,
  };
}
