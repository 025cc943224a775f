import type { Extensions, ExtensionsService, IndexAction } from './extensions.ts';

/** An extension that threw an error, and is left out since then. */
export interface ExtensionFault {
  /** Such as `badges/Frozen`. */
  readonly id: string;
  /** Its name for people. */
  readonly name: string;
  readonly error: unknown;
}

/** The extensions that work. They never throw: one that threw is left out. */
export interface GuardedExtensions {
  /** The same object until something is added, fails or is retried. */
  getSnapshot(): Extensions;
  /** The same array until one fails or is retried. */
  getFaults(): readonly ExtensionFault[];
  subscribe(listener: () => void): () => void;
  /** Includes again all that were left out. */
  retry(): void;
}

type Safe = <Args extends readonly unknown[], Result>(
  call: (...args: Args) => Result,
  fallback: Result,
) => (...args: Args) => Result;

function guardAction(action: IndexAction, safe: Safe): IndexAction {
  return {
    ...action,
    label: safe((indices) => action.label(indices), action.id),
    isAvailable: safe((indices) => action.isAvailable(indices), false),
    // An action that should ask for confirmation never runs without asking.
    ...(action.confirm && {
      confirm: safe((indices) => action.confirm?.(indices) ?? UNDESCRIBED, UNDESCRIBED),
    }),
    run: (indices, api) => action.run(indices, api),
  };
}

const UNDESCRIBED = {
  title: 'Run this action?',
  text: 'The extension that added it could not describe it.',
  button: 'Run action',
};

/**
 * Keeps errors of extensions away from the lists that call them for each row: an extension that throws is reported and
 * left out, so that one that throws for every index causes one error.
 */
export function guardExtensions(service: Pick<ExtensionsService, 'getSnapshot' | 'subscribe'>): GuardedExtensions {
  let faults: readonly ExtensionFault[] = [];
  let given: Extensions | null = null;
  let guarded: Extensions | null = null;
  const listeners = new Set<() => void>();
  const tell = () => {
    guarded = null;
    for (const listener of listeners) listener();
  };
  const report = (fault: ExtensionFault) => {
    if (faults.some(({ id }) => id === fault.id)) return;
    faults = [...faults, fault];
    // oxlint-disable-next-line no-console -- the screen shows the failure; the stack is for whoever wrote the extension
    console.error(`The extension ${fault.id} failed and was left out`, fault.error);
    // It is called while React renders, when no other component may be notified.
    queueMicrotask(tell);
  };

  /** Wraps the function of an extension; returns `fallback` when it throws. */
  const safeFor =
    (fault: Omit<ExtensionFault, 'error'>): Safe =>
    (call, fallback) =>
    (...args) => {
      try {
        return call(...args);
      } catch (error) {
        report({ ...fault, error });
        return fallback;
      }
    };
  const guardEach = <Entry>(
    kind: keyof Extensions,
    entries: readonly Entry[],
    keyOf: (entry: Entry) => readonly [key: string, name: string],
    wrap: (entry: Entry, safe: Safe) => Entry,
  ): readonly Entry[] =>
    entries.flatMap((entry) => {
      const [key, name] = keyOf(entry);
      const id = `${kind}/${key}`;
      return faults.some((fault) => fault.id === id) ? [] : [wrap(entry, safeFor({ id, name }))];
    });
  const guard = ({ summaries, actions, banners, filters, badges, toggles }: Extensions): Extensions => ({
    summaries: guardEach(
      'summaries',
      summaries,
      ({ id, title }) => [id, title],
      (summary, safe) => ({
        ...summary,
        of: safe((index) => summary.of(index), null),
        ...(summary.ofDataStream && { ofDataStream: safe((stream) => summary.ofDataStream?.(stream) ?? null, null) }),
      }),
    ),
    actions: guardEach('actions', actions, ({ id }) => [id, id], guardAction),
    banners: guardEach(
      'banners',
      banners,
      ({ id }) => [id, id],
      (banner, safe) => ({ ...banner, of: safe((indices) => banner.of(indices), null) }),
    ),
    filters,
    badges: guardEach(
      'badges',
      badges,
      ({ label }) => [label, label],
      (badge, safe) => ({
        ...badge,
        matchIndex: safe((index) => badge.matchIndex(index), false),
        ...(badge.matchDataStream && {
          matchDataStream: safe((stream) => badge.matchDataStream?.(stream) ?? false, false),
        }),
      }),
    ),
    toggles: guardEach(
      'toggles',
      toggles,
      ({ id, label }) => [id, label],
      (toggle, safe) => ({ ...toggle, matchIndex: safe((index) => toggle.matchIndex(index), false) }),
    ),
  });

  return {
    getSnapshot() {
      const now = service.getSnapshot();
      if (guarded === null || given !== now) {
        given = now;
        guarded = guard(now);
      }
      return guarded;
    },
    getFaults: () => faults,
    subscribe(listener) {
      listeners.add(listener);
      const unsubscribe = service.subscribe(listener);
      return () => {
        listeners.delete(listener);
        unsubscribe();
      };
    },
    retry() {
      faults = [];
      tell();
    },
  };
}
