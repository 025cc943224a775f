import { describe, expect, it } from 'vitest';
import { createActor, fromCallback, fromPromise } from 'xstate';
import {
  documentSessionMachine,
  saveStatusOf,
  StreamLostError,
  type AppendOutput,
  type DocumentSessionEvent,
  type LogChange,
  type ReadLogOutput,
  type ReadTailOutput,
} from './document-session-machine.ts';

interface Call<Output> {
  readonly signal: AbortSignal;
  readonly resolve: (output: Output) => void;
  readonly reject: (error: unknown) => void;
}

/** A port whose calls are answered when the test says so. */
function port<Output>() {
  const calls: Call<Output>[] = [];
  const actor = fromPromise<Output>(
    ({ signal }) => new Promise((resolve, reject) => calls.push({ signal, resolve, reject })),
  );
  const last = () => {
    const call = calls.at(-1);
    if (call === undefined) throw new Error('Nothing was asked of the port.');
    return call;
  };
  const settle = async (answer: (call: Call<Output>) => void) => {
    answer(last());
    // The answer of a promise actor takes a few microtasks to reach its parent.
    for (let turn = 0; turn < 5; turn++) await Promise.resolve();
  };
  return {
    actor,
    calls,
    last,
    resolve: (output: Output) => settle((call) => call.resolve(output)),
    reject: (error: unknown) => settle((call) => call.reject(error)),
  };
}

function start() {
  const ports = { readLog: port<ReadLogOutput>(), append: port<AppendOutput>(), readTail: port<ReadTailOutput>() };
  const watching = { isWatching: false, tell: (_: LogChange): void => undefined };
  const watchLog = fromCallback<LogChange>(({ sendBack }) => {
    watching.isWatching = true;
    watching.tell = sendBack;
    return () => (watching.isWatching = false);
  });
  const actors = {
    watchLog,
    readLog: ports.readLog.actor,
    append: ports.append.actor,
    readTail: ports.readTail.actor,
  };
  const actor = createActor(documentSessionMachine.provide({ actors })).start();
  return {
    ...ports,
    watching,
    send: (...types: Exclude<DocumentSessionEvent, LogChange>['type'][]) => {
      for (const type of types) actor.send(type === 'COMMAND_ACCEPTED' ? { type, count: 1 } : { type });
    },
    tell: (change: LogChange) => watching.tell(change),
    state: () => actor.getSnapshot().value,
    status: () => actor.getSnapshot().status,
    context: () => actor.getSnapshot().context,
    isSettled: () => actor.getSnapshot().hasTag('settled'),
    save: () => saveStatusOf(actor.getSnapshot()),
  };
}

/** A session whose log has been read up to version 3. */
async function opened({ isReadOnly = false } = {}) {
  const session = start();
  await session.readLog.resolve({ version: 3, isReadOnly });
  return session;
}

const FULL = new Error('The disk is full.');
const stored = (storedCount: number): AppendOutput => ({ conflict: false, storedCount });
const conflict = (actualVersion: number): AppendOutput => ({ conflict: true, actualVersion });
const appended = (version: number): LogChange => ({ type: 'LOG_APPENDED', version });
const truncated = (version: number): LogChange => ({ type: 'LOG_TRUNCATED', version });
const tail = (version: number, members: Partial<ReadTailOutput> = {}): ReadTailOutput => ({
  version,
  droppedCount: 0,
  hasNewerFormat: false,
  ...members,
});
const inSync = (sync: string, access = 'writable') => ({ open: { access, sync } });

describe('opening', () => {
  it('watches the log and reads it, first of all', () => {
    const { state, readLog, append, watching, isSettled } = start();
    expect(state()).toBe('opening');
    expect(readLog.calls).toHaveLength(1);
    expect(append.calls).toHaveLength(0);
    expect(watching.isWatching).toBe(true);
    expect(isSettled()).toBe(false);
  });

  it('is followed by idle when the log has been read', async () => {
    const { state, context, save, isSettled } = await opened();
    expect(state()).toEqual(inSync('idle'));
    expect(context()).toMatchObject({ storedVersion: 3, pendingCount: 0, error: null });
    expect(save()).toEqual({ kind: 'saved' });
    expect(isSettled()).toBe(true);
  });

  it('is followed by readOnly when the log may not be changed', async () => {
    const { state } = await opened({ isReadOnly: true });
    expect(state()).toEqual(inSync('idle', 'readOnly'));
  });

  it('is followed by readingTail when something was appended meanwhile', async () => {
    const { tell, readLog, state } = start();
    tell(appended(4));
    await readLog.resolve({ version: 3, isReadOnly: false });
    expect(state()).toEqual(inSync('readingTail'));
  });

  it('ends with the error when the log cannot be read, and watches no more', async () => {
    const { readLog, state, status, context, watching } = start();
    await readLog.reject(FULL);
    expect(state()).toBe('unreadable');
    expect(status()).toBe('done');
    expect(context().error).toBe(FULL);
    expect(watching.isWatching).toBe(false);
  });

  it('ignores what is truncated before anything has been read', async () => {
    const { tell, readLog, state } = start();
    tell(truncated(2));
    await readLog.resolve({ version: 2, isReadOnly: false });
    expect(state()).toEqual(inSync('idle'));
  });
});

describe('idle', () => {
  it('goes on to storing when a command is accepted, in the same moment', async () => {
    const { send, state, append, save, isSettled } = await opened();
    send('COMMAND_ACCEPTED');
    expect(state()).toEqual(inSync('storing'));
    expect(append.calls).toHaveLength(1);
    expect(save()).toEqual({ kind: 'saving', pending: 1 });
    expect(isSettled()).toBe(false);
  });

  it('goes on to readingTail when others have appended', async () => {
    const { tell, state, readTail, save } = await opened();
    tell(appended(4));
    expect(state()).toEqual(inSync('readingTail'));
    expect(readTail.calls).toHaveLength(1);
    expect(save()).toEqual({ kind: 'saved' });
  });

  it.each([appended(3), appended(2), truncated(3), truncated(4)])('stays where nothing is new: %o', async (change) => {
    const { tell, state } = await opened();
    tell(change);
    expect(state()).toEqual(inSync('idle'));
  });

  it('stays when there is nothing to retry', async () => {
    const { send, state } = await opened();
    send('RETRY');
    expect(state()).toEqual(inSync('idle'));
  });
});

describe('storing', () => {
  async function storing(...more: 'COMMAND_ACCEPTED'[]) {
    const session = await opened();
    session.send('COMMAND_ACCEPTED', ...more);
    return session;
  }

  it('goes back to idle when all is stored', async () => {
    const { append, state, context, save } = await storing();
    await append.resolve(stored(1));
    expect(state()).toEqual(inSync('idle'));
    expect(context()).toMatchObject({ storedVersion: 4, pendingCount: 0 });
    expect(save()).toEqual({ kind: 'saved' });
  });

  it('stores the next batch when commands came meanwhile', async () => {
    const { append, send, state, save } = await storing();
    send('COMMAND_ACCEPTED', 'COMMAND_ACCEPTED');
    expect(append.calls).toHaveLength(1);
    expect(save()).toEqual({ kind: 'saving', pending: 3 });
    await append.resolve(stored(1));
    expect(state()).toEqual(inSync('storing'));
    expect(append.calls).toHaveLength(2);
    expect(save()).toEqual({ kind: 'saving', pending: 2 });
  });

  it('does not count a command that was accepted after the batch as stored with it', async () => {
    const { append, send, context, state } = await storing();
    append.last().resolve(stored(1));
    send('COMMAND_ACCEPTED');
    await append.resolve(stored(1));
    expect(context()).toMatchObject({ storedVersion: 4, pendingCount: 1 });
    expect(state()).toEqual(inSync('storing'));
    expect(append.calls).toHaveLength(2);
  });

  it('reads nothing when the store tells of its own append', async () => {
    const { append, tell, state, readTail } = await storing();
    tell(appended(4));
    expect(state()).toEqual(inSync('storing'));
    await append.resolve(stored(1));
    expect(state()).toEqual(inSync('idle'));
    expect(readTail.calls).toHaveLength(0);
  });

  it('goes on to readingTail on a conflict, and stores again afterwards', async () => {
    const { append, readTail, state, save } = await storing();
    await append.resolve(conflict(5));
    expect(state()).toEqual(inSync('readingTail'));
    expect(save()).toEqual({ kind: 'saving', pending: 1 });
    await readTail.resolve(tail(5));
    expect(state()).toEqual(inSync('storing'));
    expect(append.calls).toHaveLength(2);
  });

  it.each([3, 0])('fails when the log is not as long as it was: %i', async (version) => {
    const { append, state, save } = await storing();
    await append.resolve(conflict(version));
    expect(state()).toEqual(inSync('failed'));
    expect(save()).toEqual({ kind: 'failed', pending: 1, error: new StreamLostError() });
  });

  it('fails with the error of the store', async () => {
    const { append, state, save, isSettled } = await storing('COMMAND_ACCEPTED');
    await append.reject(FULL);
    expect(state()).toEqual(inSync('failed'));
    expect(save()).toEqual({ kind: 'failed', pending: 2, error: FULL });
    expect(isSettled()).toBe(true);
  });

  it('fails with an error also where the store throws something else', async () => {
    const { append, save } = await storing();
    await append.reject('no');
    expect(save()).toEqual({ kind: 'failed', pending: 1, error: new Error('no') });
  });

  it('is lost when what is stored is truncated, and drops the answer of the append', async () => {
    const { append, tell, state, save, context } = await storing();
    const { signal } = append.last();
    tell(truncated(1));
    expect(state()).toEqual(inSync('lost'));
    expect(signal.aborted).toBe(true);
    await append.resolve(stored(1));
    expect(state()).toEqual(inSync('lost'));
    expect(context()).toMatchObject({ storedVersion: 3, pendingCount: 1, truncatedEventCount: 2 });
    expect(save()).toEqual({ kind: 'failed', pending: 3, error: new StreamLostError() });
  });
});

describe('readingTail', () => {
  async function reading({ isReadOnly = false } = {}) {
    const session = await opened({ isReadOnly });
    session.tell(appended(5));
    return session;
  }

  it('goes back to idle when it is up to date', async () => {
    const { readTail, state, context } = await reading();
    await readTail.resolve(tail(5));
    expect(state()).toEqual(inSync('idle'));
    expect(context().storedVersion).toBe(5);
  });

  it('reads again when somebody was faster again', async () => {
    const { readTail, tell, state } = await reading();
    tell(appended(6));
    await readTail.resolve(tail(5));
    expect(state()).toEqual(inSync('readingTail'));
    expect(readTail.calls).toHaveLength(2);
  });

  it('stores what was accepted meanwhile', async () => {
    const { readTail, send, state, save } = await reading();
    send('COMMAND_ACCEPTED');
    expect(state()).toEqual(inSync('readingTail'));
    expect(save()).toEqual({ kind: 'saving', pending: 1 });
    await readTail.resolve(tail(5));
    expect(state()).toEqual(inSync('storing'));
  });

  it('stores nothing when all that was pending has been dropped', async () => {
    const { readTail, send, state, append, save } = await reading();
    send('COMMAND_ACCEPTED', 'COMMAND_ACCEPTED');
    await readTail.resolve(tail(5, { droppedCount: 2 }));
    expect(state()).toEqual(inSync('idle'));
    expect(append.calls).toHaveLength(0);
    expect(save()).toEqual({ kind: 'saved' });
  });

  it('makes the document read-only when a newer version has written the tail', async () => {
    const { readTail, send, state, append } = await reading();
    await readTail.resolve(tail(5, { hasNewerFormat: true }));
    expect(state()).toEqual(inSync('idle', 'readOnly'));
    send('COMMAND_ACCEPTED');
    expect(state()).toEqual(inSync('idle', 'readOnly'));
    expect(append.calls).toHaveLength(0);
  });

  it('follows others while the document is read-only', async () => {
    const { readTail, state } = await reading({ isReadOnly: true });
    expect(state()).toEqual(inSync('readingTail', 'readOnly'));
    await readTail.resolve(tail(5));
    expect(state()).toEqual(inSync('idle', 'readOnly'));
  });

  it('fails with the error of the store', async () => {
    const { readTail, state, save } = await reading();
    await readTail.reject(FULL);
    expect(state()).toEqual(inSync('failed'));
    expect(save()).toEqual({ kind: 'failed', pending: 0, error: FULL });
  });

  it('is lost when what is stored is truncated', async () => {
    const { readTail, tell, state } = await reading();
    tell(truncated(2));
    expect(state()).toEqual(inSync('lost'));
    await readTail.resolve(tail(5));
    expect(state()).toEqual(inSync('lost'));
  });
});

describe('failed', () => {
  async function failedToStore() {
    const session = await opened();
    session.send('COMMAND_ACCEPTED');
    await session.append.reject(FULL);
    return session;
  }

  async function failedToRead() {
    const session = await opened();
    session.tell(appended(4));
    await session.readTail.reject(FULL);
    return session;
  }

  it.each([
    { event: 'RETRY', pending: 1 },
    { event: 'COMMAND_ACCEPTED', pending: 2 },
  ] as const)('stores again on $event', async ({ event, pending }) => {
    const { send, append, state, save } = await failedToStore();
    send(event);
    expect(state()).toEqual(inSync('storing'));
    expect(append.calls).toHaveLength(2);
    expect(save()).toEqual({ kind: 'saving', pending });
    await append.resolve(stored(pending));
    expect(state()).toEqual(inSync('idle'));
    expect(save()).toEqual({ kind: 'saved' });
  });

  it('fails again with the new error', async () => {
    const { send, append, save } = await failedToStore();
    send('RETRY');
    await append.reject(new Error('The disk is gone.'));
    expect(save()).toEqual({ kind: 'failed', pending: 1, error: new Error('The disk is gone.') });
  });

  it('reads again on RETRY, and is saving until that has succeeded', async () => {
    const { send, readTail, state, save } = await failedToRead();
    send('RETRY');
    expect(state()).toEqual(inSync('readingTail'));
    expect(save()).toEqual({ kind: 'saving', pending: 0 });
    await readTail.resolve(tail(4));
    expect(state()).toEqual(inSync('idle'));
    expect(save()).toEqual({ kind: 'saved' });
  });

  it('stays when others append, and reads that first when it is tried again', async () => {
    const { send, tell, append, state, readTail } = await failedToStore();
    tell(appended(4));
    expect(state()).toEqual(inSync('failed'));
    send('RETRY');
    expect(state()).toEqual(inSync('readingTail'));
    await readTail.resolve(tail(4));
    expect(state()).toEqual(inSync('storing'));
    expect(append.calls).toHaveLength(2);
  });

  it('is lost when what is stored is truncated', async () => {
    const { tell, state, save } = await failedToStore();
    tell(truncated(2));
    expect(state()).toEqual(inSync('lost'));
    expect(save()).toEqual({ kind: 'failed', pending: 2, error: new StreamLostError() });
  });
});

describe('lost', () => {
  async function lost() {
    const session = await opened();
    session.tell(truncated(2));
    return session;
  }

  it('counts the commands that are still accepted, and stores none of them', async () => {
    const { send, append, state, save, isSettled } = await lost();
    expect(save()).toEqual({ kind: 'failed', pending: 1, error: new StreamLostError() });
    send('COMMAND_ACCEPTED', 'RETRY');
    expect(state()).toEqual(inSync('lost'));
    expect(save()).toEqual({ kind: 'failed', pending: 2, error: new StreamLostError() });
    expect(append.calls).toHaveLength(0);
    expect(isSettled()).toBe(true);
  });

  it('counts what is truncated further, and does not follow others', async () => {
    const { tell, readTail, state, save } = await lost();
    tell(truncated(0));
    tell(appended(9));
    expect(state()).toEqual(inSync('lost'));
    expect(save()).toMatchObject({ pending: 3 });
    expect(readTail.calls).toHaveLength(0);
  });

  it('is closed at once: nothing of it can be stored', async () => {
    const { send, state } = await lost();
    send('COMMAND_ACCEPTED', 'CLOSE');
    expect(state()).toBe('closed');
  });
});

describe('closing', () => {
  it('is closed at once where nothing is pending, and watches no more', async () => {
    const { send, state, status, watching, isSettled } = await opened();
    send('CLOSE');
    expect(state()).toBe('closed');
    expect(status()).toBe('done');
    expect(watching.isWatching).toBe(false);
    expect(isSettled()).toBe(true);
  });

  it('is closed at once where the document is read-only', async () => {
    const { send, state } = await opened({ isReadOnly: true });
    send('CLOSE');
    expect(state()).toBe('closed');
  });

  it('waits for the append that is under way, whose answer counts', async () => {
    const { send, append, state, save } = await opened();
    send('COMMAND_ACCEPTED', 'CLOSE');
    expect(state()).toEqual(inSync('storing', 'closing'));
    expect(append.last().signal.aborted).toBe(false);
    await append.resolve(stored(1));
    expect(state()).toBe('closed');
    expect(append.calls).toHaveLength(1);
    expect(save()).toEqual({ kind: 'saved' });
  });

  it('takes no more commands', async () => {
    const { send, context } = await opened();
    send('COMMAND_ACCEPTED', 'CLOSE', 'COMMAND_ACCEPTED');
    expect(context().pendingCount).toBe(1);
  });

  it('stores the rest before it is closed', async () => {
    const { send, append, state } = await opened();
    send('COMMAND_ACCEPTED', 'COMMAND_ACCEPTED', 'CLOSE');
    await append.resolve(stored(1));
    expect(state()).toEqual(inSync('storing', 'closing'));
    await append.resolve(stored(1));
    expect(state()).toBe('closed');
  });

  it('rebases over what others have stored, and stores on top of it', async () => {
    const { send, append, readTail, state } = await opened();
    send('COMMAND_ACCEPTED', 'CLOSE');
    await append.resolve(conflict(4));
    expect(state()).toEqual(inSync('readingTail', 'closing'));
    await readTail.resolve(tail(4));
    expect(state()).toEqual(inSync('storing', 'closing'));
    await append.resolve(stored(1));
    expect(state()).toBe('closed');
  });

  it('stays closing where the tail that it reads is of a newer version', async () => {
    const { send, append, readTail, state } = await opened();
    send('COMMAND_ACCEPTED', 'COMMAND_ACCEPTED', 'CLOSE');
    await append.resolve(conflict(4));
    await readTail.resolve(tail(4, { hasNewerFormat: true, droppedCount: 2 }));
    expect(state()).toBe('closed');
  });

  it('reads no tail that only a reader would want', async () => {
    const { send, tell, readTail, state } = await opened();
    tell(appended(4));
    const { signal } = readTail.last();
    send('CLOSE');
    expect(state()).toBe('closed');
    expect(signal.aborted).toBe(true);
  });

  it('waits where storing has failed, until a retry has stored it', async () => {
    const { send, append, state, save, watching } = await opened();
    send('COMMAND_ACCEPTED', 'CLOSE');
    await append.reject(FULL);
    expect(state()).toEqual(inSync('failed', 'closing'));
    expect(save()).toEqual({ kind: 'failed', pending: 1, error: FULL });
    expect(watching.isWatching).toBe(true);
    send('RETRY');
    await append.resolve(stored(1));
    expect(state()).toBe('closed');
  });

  it('is closed where reading has failed, since nothing is pending', async () => {
    const { send, tell, readTail, state, save } = await opened();
    tell(appended(4));
    await readTail.reject(FULL);
    send('CLOSE');
    expect(state()).toBe('closed');
    expect(save()).toEqual({ kind: 'saved' });
  });

  it('is closed when what is stored is truncated meanwhile, and says what was lost', async () => {
    const { send, tell, state, save } = await opened();
    send('COMMAND_ACCEPTED', 'CLOSE');
    tell(truncated(2));
    expect(state()).toBe('closed');
    expect(save()).toEqual({ kind: 'failed', pending: 2, error: new StreamLostError() });
  });
});

it('holds nothing but numbers and the last error', async () => {
  const { send, append, context } = await opened();
  send('COMMAND_ACCEPTED');
  await append.reject(FULL);
  expect(context()).toEqual({
    storedVersion: 3,
    latestKnownVersion: 0,
    pendingCount: 1,
    truncatedEventCount: 0,
    isRebased: false,
    error: FULL,
  });
});

it('says which port is missing', async () => {
  const actor = createActor(documentSessionMachine).start();
  await expect.poll(() => actor.getSnapshot().value, { interval: 1 }).toBe('unreadable');
  expect(actor.getSnapshot().context.error?.message).toContain('readLog');
});
