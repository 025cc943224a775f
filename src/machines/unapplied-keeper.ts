import type { DocumentCommand } from '#domain/commands';
import { formatJson, NotJsonError, type JsonObject } from '#domain/json';
import {
  UNAPPLIED_FORMAT,
  type Applying,
  type Clock,
  type TypedContent,
  type UnappliedContent,
  type UnappliedContentStore,
  type UnappliedKey,
} from '#domain/ports';

/**
 * The pause between two writes, in ms: what is typed is written at once, or when the pause is over. It is a fifth of
 * the time whose input a killed page may lose, since a write waits for those of other tabs.
 */
export const KEEP_WITHIN_MS = 50;
/** The pause after a large write, as of a large text that was pasted, in ms, so that it does not hold up typing. */
export const KEEP_MUCH_WITHIN_MS = 250;
/** In characters. */
const MUCH = 50_000;

export interface KeeperPorts {
  readonly unapplied: UnappliedContentStore;
  /** The id of this tab. */
  readonly tab: string;
  readonly clock: Clock;
  /** Runs once after so many milliseconds, unless the function that it returns is called before. */
  readonly after: (ms: number, run: () => void) => () => void;
  readonly onFailure: (error: unknown) => void;
}

/** The source of the content of forms: an editor, or any other form. */
export interface UnappliedSource {
  readonly stream: string;
  read(): readonly TypedContent[];
  subscribe(listener: () => void): () => void;
  /** The log that its commands become part of; absent where there is none. */
  readonly log?: {
    /** The newest version, whether it is stored or not. */
    version(): number;
    /** No event is on its way to the store: the versions are final. */
    isSaved(): boolean;
    /** Stores the readings of a cluster, so that content that is typed over them finds them again. */
    storeReadings(): void;
    /** Resolves when all events are stored. */
    whenSaved(): Promise<void>;
    onCommand(listener: (command: DocumentCommand) => () => void): () => void;
    /** Whether a command applies the content of a form. */
    applies(command: DocumentCommand, content: TypedContent): boolean;
    /**
     * Returns the note about a command, before the command is decided.
     * @throws NotJsonError
     */
    noteOf(command: DocumentCommand): JsonObject;
  };
}

/** Stores the typed content of forms, so that it survives a reload. */
export interface UnappliedKeeper {
  /** Stores at once what is waiting, as when the page is hidden. Resolves when it is stored. */
  flush(): Promise<void>;
  /** Flushes for the last time. Content that is typed and not applied stays in the store. */
  close(): Promise<void>;
}

/** The content of one form that was last sent to the store. */
interface Kept {
  readonly content: TypedContent;
  readonly text: string;
  readonly applying: Applying | null;
}

async function isStored(log: NonNullable<UnappliedSource['log']>): Promise<boolean> {
  try {
    await log.whenSaved();
    return true;
  } catch {
    return false;
  }
}

/**
 * Null for a payload that is not JSON, such as a definition that is too deep: the document refuses it, so nothing is
 * noted.
 */
function noteOf(log: NonNullable<UnappliedSource['log']>, command: DocumentCommand): JsonObject | null {
  try {
    return log.noteOf(command);
  } catch (error) {
    if (error instanceof NotJsonError) return null;
    throw error;
  }
}

const keyOf = ({ form, field, tab }: TypedContent) => JSON.stringify([form, field, tab]);

/**
 * Follows a source and stores what is typed in it, with a pause after each write. Discarded content is removed at once.
 * Applied content is marked before its command is decided, and removed when the event is stored: whenever the page is
 * closed, the record or the event exists, and where both do, the mark shows it.
 */
export function keepUnapplied(
  { stream, log, ...source }: UnappliedSource,
  { unapplied, tab, clock, after, onFailure }: KeeperPorts,
): UnappliedKeeper {
  let kept = new Map<string, Kept>();
  /** Ends the pause after a write; null where there is none. */
  let endPause: (() => void) | null = null;
  let isWaiting = false;
  let work: Promise<void> = Promise.resolve();

  const storeKeyOf = (content: TypedContent): UnappliedKey => ({
    stream,
    form: content.form,
    field: content.field,
    tab: content.tab ?? tab,
  });
  /** While events are on their way, versions may still change: then the content is written again. */
  const textOf = ({ baseVersion, values, isOpen }: TypedContent) =>
    formatJson([log === undefined || log.isSaved() ? null : baseVersion, isOpen, values]);

  function track(...calls: readonly Promise<void>[]): Promise<void> {
    work = Promise.all([work, ...calls]).then(() => undefined, onFailure);
    return work;
  }

  async function put(key: string, { content, applying }: Kept): Promise<void> {
    const { form, field, baseVersion, values, isOpen } = content;
    const record: UnappliedContent = {
      stream,
      form,
      field,
      tab,
      format: UNAPPLIED_FORMAT,
      baseVersion,
      at: clock.now(),
      ...(isOpen && { isOpen }),
      ...(applying !== null && { applying }),
      values,
    };
    try {
      await unapplied.put(record);
    } catch (error) {
      // The next change tries again.
      kept.delete(key);
      throw error;
    }
  }

  async function remove({ content, applying }: Kept): Promise<void> {
    // Where its event can't be stored the record stays: storing is retried, and the document reports it.
    if (applying !== null && log !== undefined && !(await isStored(log))) return;
    // Content that was typed into the same form meanwhile is a different record with the same key.
    if (!kept.has(keyOf(content))) await unapplied.remove({ ...storeKeyOf(content), at: clock.now() });
  }

  /**
   * Removes at once content that the source does not have any more, and stores what has changed, unless that has to
   * wait.
   */
  function look(canWait: boolean): Promise<void> {
    const before = kept;
    const found = new Map(source.read().map((content) => [keyOf(content), content]));
    if (found.size > 0) log?.storeReadings();
    kept = new Map([...before].filter(([key]) => found.has(key)));
    const calls = [...before].flatMap(([key, entry]) => (found.has(key) ? [] : [remove(entry)]));
    if (canWait && endPause !== null) isWaiting ||= found.size > 0;
    else {
      let length = 0;
      for (const [key, content] of found) {
        const entry = { content, text: textOf(content), applying: null };
        if (before.get(key)?.text === entry.text) continue;
        kept.set(key, entry);
        length += entry.text.length;
        if (content.tab === null) calls.push(put(key, entry));
      }
      if (calls.length > 0) startPause(length > MUCH ? KEEP_MUCH_WITHIN_MS : KEEP_WITHIN_MS);
    }
    return calls.length === 0 ? work : track(...calls);
  }

  function startPause(ms: number): void {
    endPause?.();
    isWaiting = false;
    endPause = after(ms, () => {
      endPause = null;
      if (isWaiting) void look(false);
    });
  }

  /** Marks the content that a command will apply; without an event the mark is removed again. */
  function mark(from: NonNullable<UnappliedSource['log']>, command: DocumentCommand): () => void {
    const marked = source.read().filter((content) => content.tab === null && from.applies(command, content));
    const payload = noteOf(from, command);
    if (payload === null) return () => undefined;
    const applying = { after: from.version(), command: command.type, payload };
    for (const content of marked) {
      const entry = { content, text: '', applying };
      kept.set(keyOf(content), entry);
      void track(put(keyOf(content), entry));
    }
    return () => {
      if (marked.length > 0) void look(false);
    };
  }

  const stops = [source.subscribe(() => void look(true)), log?.onCommand((command) => mark(log, command))];
  const flush = () => (isWaiting ? look(false) : work);
  // Restored content is stored as this session has it.
  void look(true);
  return {
    flush,
    async close() {
      for (const stop of stops) stop?.();
      await flush();
      endPause?.();
      endPause = null;
    },
  };
}
