import { formatJson } from '#domain/json';
import type { Clock, UnappliedContent, UnappliedContentStore } from '#domain/ports';
import type { Editor } from './editor.ts';
import { hasUnapplied, UNAPPLIED_FORMAT, unappliedIn, type UnappliedValues } from './unapplied-content.ts';

/** The pause between two writes: what is typed is on its way to the store at once, or when the pause is over. */
export const KEEP_WITHIN_MS = 250;

export interface KeeperPorts {
  readonly unapplied: UnappliedContentStore;
  /** The id of this tab. */
  readonly tab: string;
  readonly clock: Clock;
  /** Runs once after so many milliseconds, unless the function that it returns is called before. */
  readonly after: (ms: number, run: () => void) => () => void;
  readonly onFailure: (error: unknown) => void;
}

/** Keeps what is typed in the forms of an editor, so that it outlives the page. */
export interface UnappliedKeeper {
  /** Stores at once what is waiting, as when the page goes. Resolves when it is stored. */
  flush(): Promise<void>;
  /** As `flush`, for the last time. What is typed and not applied stays in the store. */
  close(): Promise<void>;
}

/** Follows an editor and stores what is typed in it, at most every {@link KEEP_WITHIN_MS}; forgets what was applied or taken back. */
export function keepUnapplied(
  editor: Editor,
  { unapplied, tab, clock, after, onFailure }: KeeperPorts,
): UnappliedKeeper {
  const { stream } = editor.document;
  /** What the store has been told of, by form and field. */
  let kept = new Map<string, { readonly value: UnappliedValues; readonly text: string }>();
  /** Ends the pause after a write; null where there is none. */
  let endPause: (() => void) | null = null;
  let isWaiting = false;
  let work: Promise<void> = Promise.resolve();

  const keyOf = ({ form, field }: UnappliedValues) => JSON.stringify([form, field]);
  const contentOf = (value: UnappliedValues): UnappliedContent => ({
    ...value,
    stream,
    tab,
    format: UNAPPLIED_FORMAT,
    at: clock.now(),
  });

  function write(): Promise<void> {
    endPause?.();
    endPause = after(KEEP_WITHIN_MS, () => {
      endPause = null;
      if (isWaiting) void write();
    });
    isWaiting = false;
    const before = kept;
    kept = new Map(
      unappliedIn(editor.getSession()).map((value) => {
        const text = formatJson([value.baseVersion, value.values]);
        return [keyOf(value), { value, text }];
      }),
    );
    const calls = [
      ...[...kept].flatMap(([key, { value, text }]) => (before.get(key)?.text === text ? [] : [put(key, value)])),
      ...[...before].flatMap(([key, { value }]) => (kept.has(key) ? [] : [unapplied.remove(contentOf(value))])),
    ];
    work = Promise.all([work, ...calls]).then(() => undefined, onFailure);
    return work;
  }

  async function put(key: string, value: UnappliedValues): Promise<void> {
    try {
      await unapplied.put(contentOf(value));
    } catch (error) {
      // It is tried again with the next change.
      kept.delete(key);
      throw error;
    }
  }

  const stop = editor.subscribeSession(() => {
    if (kept.size === 0 && !hasUnapplied(editor.getSession())) return;
    if (endPause === null) void write();
    else isWaiting = true;
  });
  const flush = () => (isWaiting ? write() : work);
  return {
    flush,
    async close() {
      stop();
      await flush();
      endPause?.();
      endPause = null;
    },
  };
}
