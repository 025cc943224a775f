import { describe, expect, it } from 'vitest';
import { createActor, waitFor } from 'xstate';
import {
  reviewedWriteMachine,
  type ReviewedWriteEvent,
  type ReviewedWritePorts,
  type Verdict,
} from './reviewed-write-machine.ts';

interface Write {
  readonly text: string;
  /** The steps that the write has gone through. */
  readonly through?: readonly string[];
}

type Ports = ReviewedWritePorts<Write, string, string>;
type Reading = Verdict<Write, string, string>;
type Step = Exclude<keyof Ports, 'isLost' | 'onSettled'>;
type Optional = 'read' | 'prepare' | 'verify' | 'finish';
/** Ports of which the optional ones can be taken away. */
type Given<Others> = Others & { readonly [Name in Optional]?: Ports[Name] | undefined };

const WRITE: Write = { text: 'mine' };
const MOVED: Reading = { kind: 'moved', conflict: 'theirs' };
const NOTHING: Reading = { kind: 'nothing' };
const DONE: Reading = { kind: 'done', write: WRITE, result: 'found' };
const LOST = new Error('the response was lost');
const REFUSED = new Error('refused');

/** The machine over ports that succeed unless others are given, and its calls and notifications. */
function start(given: Given<Partial<Omit<Ports, Optional>>> = {}) {
  const calls: string[] = [];
  const told: string[] = [];
  const ports: Given<Omit<Ports, Optional>> = {
    read: async () => ({ kind: 'unmoved', write: WRITE }),
    prepare: async (write) => ({ ...write, through: ['prepare'] }),
    compare: async (write) => ({
      kind: 'unmoved',
      write: { ...write, through: [...(write.through ?? []), 'compare'] },
    }),
    send: async () => 'sent',
    isLost: (error) => error === LOST,
    follow: async () => undefined,
    finish: async () => undefined,
    onSettled: () => void told.push('settled'),
    ...given,
  };
  const called =
    <Input extends readonly unknown[], Output>(step: Step, port: (...input: Input) => Promise<Output>) =>
    (...input: Input) => {
      calls.push(step);
      return port(...input);
    };
  const { read, prepare, compare, send, verify, follow, finish, ...others } = ports;
  const recorded: Ports = {
    ...others,
    compare: called('compare', compare),
    send: called('send', send),
    follow: called('follow', follow),
    ...(read && { read: called('read', read) }),
    ...(prepare && { prepare: called('prepare', prepare) }),
    ...(verify && { verify: called('verify', verify) }),
    ...(finish && { finish: called('finish', finish) }),
  };
  const actor = createActor(reviewedWriteMachine<Write, string, string>(() => recorded));
  actor.on('done', () => void told.push('done'));
  actor.on('moved', () => void told.push('moved'));
  actor.on('failed', ({ write, error }) => void told.push(`${write?.text ?? 'nothing'} failed: ${String(error)}`));
  actor.start();
  const rest = async () => {
    const { value, context } = await waitFor(actor, (snapshot) => !snapshot.hasTag('pending'));
    return { ...value, failure: context.failure };
  };
  return {
    ...{ actor, calls, told, rest },
    state: () => actor.getSnapshot().value,
    send: (event: ReviewedWriteEvent<Write>) => actor.send(event),
    /** Sends an event, and waits until nothing is under way. */
    async after(event: ReviewedWriteEvent<Write>) {
      actor.send(event);
      return rest();
    },
    /** As above, for an event that is sent from an open review. */
    async sent() {
      actor.send({ type: 'OPEN' });
      actor.send({ type: 'SEND', write: WRITE });
      return rest();
    },
  };
}

/** A call that a test ends. */
function held<Output>() {
  let end!: (output: Output) => void;
  let fail!: (error: Error) => void;
  const promise = new Promise<Output>((resolve, reject) => {
    end = resolve;
    fail = reject;
  });
  return { call: () => promise, end, fail };
}

const throwing = (error: Error) => async () => Promise.reject(error);
const CLOSED = { dialog: 'closed', failure: null };

describe('the review', () => {
  it('opens on what was read', async () => {
    const { after, actor, calls, told } = start();
    expect(await after({ type: 'REVIEW' })).toEqual({ dialog: 'review', work: { resting: 'ready' }, failure: null });
    expect(actor.getSnapshot().context.write).toEqual(WRITE);
    expect([calls, told]).toEqual([['read'], []]);
  });

  it('opens on what is known, without a reading', () => {
    const { send, state, calls } = start();
    send({ type: 'OPEN' });
    expect([state().dialog, calls]).toEqual(['review', []]);
  });

  it('shows a conflict where the cluster has moved', async () => {
    const { after, actor, calls } = start({ read: async () => MOVED });
    expect(await after({ type: 'REVIEW' })).toEqual({ dialog: 'conflict', work: { resting: 'moved' }, failure: null });
    expect(actor.getSnapshot().context.verdict).toEqual(MOVED);
    expect(calls).toEqual(['read']);
  });

  it('follows what the cluster has already, and sends nothing', async () => {
    const followed: unknown[] = [];
    const { after, calls, told } = start({
      read: async () => DONE,
      follow: async (...made) => void followed.push(made),
    });
    expect(await after({ type: 'REVIEW' })).toEqual({ ...CLOSED, work: { resting: 'made' } });
    expect(calls).toEqual(['read', 'follow', 'finish']);
    expect(followed).toEqual([[WRITE, 'found']]);
    expect(told).toEqual(['done', 'settled']);
  });

  it.each([
    ['says that there is nothing', async () => NOTHING],
    ['is none', undefined],
  ])('stays closed where the reading %s', async (_, read) => {
    const { after } = start({ read });
    expect(await after({ type: 'REVIEW' })).toEqual({ ...CLOSED, work: { resting: 'ready' } });
  });

  it('stays closed where the reading fails, until that is dismissed', async () => {
    const { after, told } = start({ read: throwing(REFUSED) });
    const failure = { step: 'read', error: REFUSED };
    expect(await after({ type: 'REVIEW' })).toEqual({ ...CLOSED, work: { resting: 'failed' }, failure });
    expect(told).toEqual(['nothing failed: Error: refused']);
    expect(await after({ type: 'DISMISS' })).toEqual({ ...CLOSED, work: { resting: 'ready' } });
  });

  it('is read once where it is asked for twice', async () => {
    const { send, after, calls } = start();
    send({ type: 'REVIEW' });
    expect((await after({ type: 'REVIEW' })).dialog).toBe('review');
    expect(calls).toEqual(['read']);
  });

  it('sends nothing while it is read', async () => {
    const { send, rest, calls } = start();
    send({ type: 'REVIEW' });
    send({ type: 'SEND', write: WRITE });
    await rest();
    expect(calls).toEqual(['read']);
  });
});

describe('a write', () => {
  it('is prepared, compared, sent and followed, each as the step before has left it', async () => {
    const followed: unknown[] = [];
    const { sent, calls, told } = start({ follow: async (...made) => void followed.push(made) });
    expect(await sent()).toEqual({ ...CLOSED, work: { resting: 'made' } });
    expect(calls).toEqual(['prepare', 'compare', 'send', 'follow', 'finish']);
    expect(followed).toEqual([[{ text: 'mine', through: ['prepare', 'compare'] }, 'sent']]);
    expect(told).toEqual(['done', 'settled']);
  });

  it('needs no preparation and no end', async () => {
    const { sent, calls } = start({ prepare: undefined, finish: undefined });
    expect(await sent()).toEqual({ ...CLOSED, work: { resting: 'made' } });
    expect(calls).toEqual(['compare', 'send', 'follow']);
  });

  it('is sent once where it is sent twice', async () => {
    const { send, sent, calls } = start();
    const first = sent();
    send({ type: 'SEND', write: { text: 'another' } });
    await first;
    expect(calls.filter((call) => call === 'send')).toHaveLength(1);
  });

  it('can be sent again once it was made', async () => {
    const { sent, calls } = start();
    await sent();
    await sent();
    expect(calls.filter((call) => call === 'send')).toHaveLength(2);
  });

  it('says that it waits while its preparation does, and no longer', async () => {
    const compared = held<Reading>();
    const prepared = held<Write>();
    const { send, actor, rest } = start({
      prepare: (_, onWait) => {
        onWait();
        return prepared.call();
      },
      compare: compared.call,
    });
    const isWaiting = () => actor.getSnapshot().hasTag('waiting');
    expect(isWaiting()).toBe(false);
    send({ type: 'SEND', write: WRITE });
    expect(isWaiting()).toBe(true);
    prepared.end(WRITE);
    await waitFor(actor, (snapshot) => snapshot.matches({ work: { writing: 'comparing' } }));
    expect(isWaiting()).toBe(false);
    compared.end(NOTHING);
    await rest();
  });

  it.each([
    { found: MOVED, state: { dialog: 'conflict', work: { resting: 'moved' } }, told: ['settled', 'moved'] },
    { found: NOTHING, state: { dialog: 'review', work: { resting: 'ready' } }, told: ['settled'] },
  ])('is not sent where it turns out to be $found.kind right before', async ({ found, state, told }) => {
    const write = start({ compare: async () => found });
    expect(await write.sent()).toEqual({ ...state, failure: null });
    expect(write.calls).toEqual(['prepare', 'compare']);
    expect(write.told).toEqual(told);
  });

  it('is followed, and not sent, where the cluster has it right before', async () => {
    const { sent, calls } = start({ compare: async () => DONE });
    expect(await sent()).toEqual({ ...CLOSED, work: { resting: 'made' } });
    expect(calls).toEqual(['prepare', 'compare', 'follow', 'finish']);
  });

  it.each<{ step: Step; calls: readonly Step[] }>([
    { step: 'prepare', calls: ['prepare'] },
    { step: 'compare', calls: ['prepare', 'compare'] },
    { step: 'send', calls: ['prepare', 'compare', 'send'] },
    { step: 'follow', calls: ['prepare', 'compare', 'send', 'follow'] },
  ])('fails with the step $step, and stays in the review', async ({ step, calls }) => {
    const write = start({ [step]: throwing(REFUSED) });
    const failure = { step, error: REFUSED };
    expect(await write.sent()).toEqual({ dialog: 'review', work: { resting: 'failed' }, failure });
    expect(write.calls).toEqual(calls);
    expect(write.told).toEqual(['settled', 'mine failed: Error: refused']);
  });

  it('fails with what comes after it, whose review is closed by then', async () => {
    const { sent, told } = start({ finish: throwing(REFUSED) });
    const failure = { step: 'finish', error: REFUSED };
    expect(await sent()).toEqual({ dialog: 'closed', work: { resting: 'failed' }, failure });
    expect(told).toEqual(['done', 'settled', 'mine failed: Error: refused']);
  });

  it('forgets its failure with the next one', async () => {
    let error: Error | null = REFUSED;
    const { sent } = start({ send: async () => (error === null ? 'sent' : Promise.reject(error)) });
    await sent();
    error = null;
    expect(await sent()).toEqual({ ...CLOSED, work: { resting: 'made' } });
  });

  it('forgets its failure with the next reading', async () => {
    const { sent, after } = start({ send: throwing(REFUSED) });
    await sent();
    expect(await after({ type: 'REVIEW' })).toEqual({ dialog: 'review', work: { resting: 'ready' }, failure: null });
  });
});

describe('a write whose response was lost', () => {
  it('has failed where nothing says what became of it', async () => {
    const { sent, calls } = start({ send: throwing(LOST) });
    const failure = { step: 'send', error: LOST };
    expect(await sent()).toEqual({ dialog: 'review', work: { resting: 'failed' }, failure });
    expect(calls).toEqual(['prepare', 'compare', 'send']);
  });

  it('has failed with that where it was not made', async () => {
    const { sent, calls, told } = start({
      send: throwing(LOST),
      verify: async () => ({ kind: 'unmoved' }),
    });
    const failure = { step: 'send', error: LOST };
    expect(await sent()).toEqual({ dialog: 'review', work: { resting: 'failed' }, failure });
    expect(calls).toEqual(['prepare', 'compare', 'send', 'verify']);
    expect(told).toEqual(['settled', 'mine failed: Error: the response was lost']);
  });

  it('is followed where it was made', async () => {
    const followed: unknown[] = [];
    const { sent, calls, told } = start({
      send: throwing(LOST),
      verify: async (write) => ({ kind: 'done', write, result: 'found' }),
      follow: async (_, result) => void followed.push(result),
    });
    expect(await sent()).toEqual({ ...CLOSED, work: { resting: 'made' } });
    expect(calls).toEqual(['prepare', 'compare', 'send', 'verify', 'follow', 'finish']);
    expect(followed).toEqual(['found']);
    expect(told).toEqual(['done', 'settled']);
  });

  it('shows a conflict where the cluster has something else by then', async () => {
    const { sent, calls } = start({ send: throwing(LOST), verify: async () => MOVED });
    expect(await sent()).toEqual({ dialog: 'conflict', work: { resting: 'moved' }, failure: null });
    expect(calls).toEqual(['prepare', 'compare', 'send', 'verify']);
  });

  it('has failed where that can’t be read', async () => {
    const { sent } = start({ send: throwing(LOST), verify: throwing(REFUSED) });
    const failure = { step: 'verify', error: REFUSED };
    expect(await sent()).toEqual({ dialog: 'review', work: { resting: 'failed' }, failure });
  });

  it('is not looked for where it was refused', async () => {
    const { sent, calls } = start({ send: throwing(REFUSED), verify: async () => MOVED });
    expect((await sent()).work).toEqual({ resting: 'failed' });
    expect(calls).toEqual(['prepare', 'compare', 'send']);
  });

  it('can be found made later', async () => {
    const { sent, after, told } = start({ send: throwing(LOST) });
    await sent();
    expect(await after({ type: 'FOUND_DONE' })).toEqual({ ...CLOSED, work: { resting: 'made' } });
    expect(told).not.toContain('done');
  });

  it('is not found made where nothing has failed', async () => {
    const { send, state } = start();
    send({ type: 'OPEN' });
    send({ type: 'FOUND_DONE' });
    expect(state()).toEqual({ dialog: 'review', work: { resting: 'ready' } });
  });
});

describe('a review that is closed while its write is under way', () => {
  /** Closes the review while the call of a step is under way. */
  async function closedDuring(given: Partial<Ports>) {
    const write = start(given);
    write.send({ type: 'OPEN' });
    write.send({ type: 'SEND', write: WRITE });
    write.send({ type: 'CLOSE' });
    return write;
  }

  it('does not end the write', async () => {
    const sending = held<string>();
    const { rest, state, calls } = await closedDuring({ send: sending.call });
    expect(state().dialog).toBe('closed');
    sending.end('sent');
    expect(await rest()).toEqual({ ...CLOSED, work: { resting: 'made' } });
    expect(calls).toEqual(['prepare', 'compare', 'send', 'follow', 'finish']);
  });

  it('stays closed where the write fails', async () => {
    const sending = held<string>();
    const { rest } = await closedDuring({ send: sending.call });
    sending.fail(REFUSED);
    const failure = { step: 'send', error: REFUSED };
    expect(await rest()).toEqual({ dialog: 'closed', work: { resting: 'failed' }, failure });
  });

  it('leads to the conflict all the same', async () => {
    const { rest } = await closedDuring({ compare: async () => MOVED });
    expect((await rest()).dialog).toBe('conflict');
  });

  it('can be opened again meanwhile, and sends nothing more', async () => {
    const sending = held<string>();
    const { send, state, rest, calls } = await closedDuring({ send: sending.call });
    send({ type: 'OPEN' });
    expect(state().dialog).toBe('review');
    send({ type: 'SEND', write: WRITE });
    sending.end('sent');
    expect((await rest()).dialog).toBe('closed');
    expect(calls.filter((call) => call === 'send')).toHaveLength(1);
  });

  it('is closed by the person where it shows a conflict', async () => {
    const { after, sent } = start({ compare: async () => MOVED });
    await sent();
    expect(await after({ type: 'CLOSE' })).toEqual({ ...CLOSED, work: { resting: 'moved' } });
  });
});
