import { assign, setup } from 'xstate';

/** The longest and the shortest pause between two steps, in milliseconds, before the speed is taken into account. */
const LONGEST_PAUSE_MS = 2_000;
const SHORTEST_PAUSE_MS = 50;

interface PlayerContext {
  /** When each step happened, in milliseconds. */
  readonly times: readonly number[];
  readonly position: number;
  readonly speed: number;
}

type PlayerEvent =
  | { readonly type: 'PLAY' }
  | { readonly type: 'PAUSE' }
  | { readonly type: 'SEEK'; readonly position: number }
  | { readonly type: 'SET_SPEED'; readonly speed: number };

/** How long a step is shown before the next one: its real duration, within limits, divided by the speed. */
function pauseAfter({ times, position, speed }: PlayerContext): number {
  const real = (times[position + 1] ?? 0) - (times[position] ?? 0);
  return Math.min(Math.max(real, SHORTEST_PAUSE_MS), LONGEST_PAUSE_MS) / speed;
}

function isAtEnd({ times, position }: PlayerContext): boolean {
  return position >= times.length - 1;
}

/** Plays the steps of a replay by their own times; a person may stop, jump and change the speed. */
export const replayPlayerMachine = setup({
  types: {
    context: {} as PlayerContext,
    events: {} as PlayerEvent,
    input: {} as { readonly times: readonly number[] },
  },
  delays: { pause: ({ context }) => pauseAfter(context) },
  guards: { isAtEnd: ({ context }) => isAtEnd(context), canPlay: ({ context }) => context.times.length > 1 },
  actions: {
    advance: assign(({ context }) => ({ ...context, position: context.position + 1 })),
    rewindAtEnd: assign(({ context }) => (isAtEnd(context) ? { ...context, position: 0 } : context)),
    seek: assign(({ context }, { position }: { readonly position: number }) => ({
      ...context,
      position: Math.min(Math.max(Math.trunc(position), 0), context.times.length - 1),
    })),
    setSpeed: assign(({ context }, { speed }: { readonly speed: number }) => ({ ...context, speed })),
  },
}).createMachine({
  id: 'replayPlayer',
  context: ({ input }) => ({ times: input.times, position: 0, speed: 1 }),
  initial: 'paused',
  on: {
    SEEK: { actions: { type: 'seek', params: ({ event }) => event } },
    SET_SPEED: { actions: { type: 'setSpeed', params: ({ event }) => event } },
  },
  states: {
    paused: { on: { PLAY: { target: 'playing', guard: 'canPlay', actions: 'rewindAtEnd' } } },
    playing: {
      always: { target: 'paused', guard: 'isAtEnd' },
      after: { pause: { target: 'playing', reenter: true, actions: 'advance' } },
      on: {
        PAUSE: 'paused',
        // The pause begins again after a jump.
        SEEK: { target: 'playing', reenter: true, actions: { type: 'seek', params: ({ event }) => event } },
      },
    },
  },
});
