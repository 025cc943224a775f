import {
  codeStream,
  openCodeState,
  parseCodeStream,
  projectRecordOf,
  reduceCode,
  type ApplyEnd,
  type CodeCommand,
  type ProjectRecord,
  type RunningApply,
} from '#domain/apply';
import type { DocumentState } from '#domain/document';
import type { Author, DocumentEvent } from '#domain/events';
import { namesByCommitment, openLog } from '#domain/log';
import type { Clock, EventStore, IdSource } from '#domain/ports';
import { ErasedStreamError } from '../trail/erasure-store.ts';
import type { NameRegister } from '../trail/record-store.ts';

export interface ProjectRecordsOptions {
  readonly store: Pick<EventStore, 'read' | 'append' | 'streams'>;
  /** Of authors, where the store keeps them apart from its records. */
  readonly names?: Pick<NameRegister, 'namesIn'>;
  readonly clock: Clock;
  readonly ids: IdSource;
}

/** The newest apply to a cluster. */
export interface AppliedTo extends Pick<RunningApply, 'id' | 'at' | 'environment' | 'commit' | 'isDirty'> {
  readonly author: Author;
  /** Absent where it has not ended. */
  readonly outcome?: ApplyEnd['outcome'];
}

/** A record as its events have it. */
export interface LoggedProject {
  readonly record: ProjectRecord;
  /** Newest applies by the UUIDs of their clusters. */
  readonly applied: ReadonlyMap<string, AppliedTo>;
  /** Who began the newest apply; absent before the first one. */
  readonly holder?: Author;
}

/** A command that the record of a project does not take. */
export interface RefusedCommand extends LoggedProject {
  /** The code of the rejection. */
  readonly refused: string;
}

/** The records of projects in an event store. */
export interface ProjectRecords {
  read(project: string): Promise<LoggedProject>;
  /** All projects that have a record, in the order of their names; without those that were erased. */
  all(): Promise<readonly (LoggedProject & { readonly project: string })[]>;
  /** Decides a command on the newest record and appends its event. The command is made again for each attempt. */
  dispatch(
    project: string,
    commandOn: (logged: LoggedProject) => CodeCommand,
    author: Author,
  ): Promise<LoggedProject | RefusedCommand>;
}

interface Kept {
  readonly state: DocumentState;
  readonly applied: ReadonlyMap<string, AppliedTo>;
  readonly holder?: Author;
}

/** What was read is kept; after that only new records are read, and where others wrote some, all of them once more. */
export function projectRecords({ store, names, clock, ids }: ProjectRecordsOptions): ProjectRecords {
  const kept = new Map<string, Kept>();

  async function open(project: string): Promise<Kept> {
    const stream = codeStream(project);
    const before = kept.get(project);
    const version = before?.state.history.version ?? 0;
    const news = await store.read(stream, version);
    if (before !== undefined && news.length === 0) return before;
    const records = version === 0 ? news : await store.read(stream);
    const { events } = openLog(records, { names: namesByCommitment(names?.namesIn(records) ?? []) });
    const holder = events.findLast(({ type }) => type === 'code.begun')?.author;
    const opened = {
      state: openCodeState({ body: undefined }, events),
      applied: events.reduce(appliedAfter, NONE),
      ...(holder !== undefined && { holder }),
    };
    kept.set(project, opened);
    return opened;
  }

  return {
    read: async (project) => logged(await open(project)),
    async all() {
      const found = [];
      for (const { stream } of await store.streams()) {
        const project = parseCodeStream(stream);
        if (project === null) continue;
        try {
          found.push({ project, ...logged(await open(project)) });
        } catch (error) {
          if (!(error instanceof ErasedStreamError)) throw error;
        }
      }
      return found.toSorted((a, b) => (a.project < b.project ? -1 : 1));
    },
    async dispatch(project, commandOn, author) {
      for (;;) {
        const before = await open(project);
        const command = commandOn(logged(before));
        const reduced = reduceCode(before.state, command, { id: ids.next(), at: clock.now(), author });
        if ('rejected' in reduced) return { ...logged(before), refused: reduced.rejected.code };
        if (!('event' in reduced)) return logged(before);
        const appended = await store.append(codeStream(project), before.state.history.version, [reduced.event]);
        // Another writer was first: the command is decided again on the new record.
        if (appended.conflict) continue;
        const holder = command.type === 'code.begin' ? author : before.holder;
        const applied = appliedAfter(before.applied, reduced.event);
        const after = { state: reduced.after, applied, ...(holder !== undefined && { holder }) };
        kept.set(project, after);
        return logged(after);
      }
    },
  };
}

const NONE: ReadonlyMap<string, AppliedTo> = new Map();

/** The newest applies once an event is recorded; the events are those of one project. */
function appliedAfter(
  applied: ReadonlyMap<string, AppliedTo>,
  { author, command }: Pick<DocumentEvent, 'author' | 'command'>,
): ReadonlyMap<string, AppliedTo> {
  const after = new Map(applied);
  const { type, payload } = command as CodeCommand;
  if (type === 'code.begin') {
    const { id, at, cluster, environment, commit, isDirty } = payload.apply;
    return after.set(cluster, { id, at, environment, commit, isDirty, author });
  }
  if (type !== 'code.end') return applied;
  for (const [cluster, apply] of applied)
    if (apply.id === payload.id) after.set(cluster, { ...apply, outcome: payload.outcome });
  return after;
}

function logged({ state, applied, holder }: Kept): LoggedProject {
  return { record: projectRecordOf(state.body), applied, ...(holder !== undefined && { holder }) };
}
