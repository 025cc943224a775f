import { expect, it } from 'vitest';
import type { Caller } from './console/caller.ts';
import { errorBody } from './console/errors.ts';
import { followedAnswers, type FollowedAnswers } from './followed-answers.ts';

const SIGNED_IN: Caller = { address: '127.0.0.1', signedIn: new Map([['prod', 'ada']]) };
const SIGNED_OUT: Caller = { address: '127.0.0.1', signedIn: new Map() };
const OTHER: Caller = { address: '127.0.0.1', signedIn: new Map([['prod', 'ben']]) };

/** What is sent, where the callers are these, one after another, and the third answer is an error. */
async function linesWith(callers: readonly Caller[], options: Partial<FollowedAnswers> = {}) {
  const asked: unknown[] = [];
  const left = [...callers];
  const answers = followedAnswers({
    first: { cursor: '1.0' },
    callerNow: () => left.shift() ?? SIGNED_IN,
    isOver: () => false,
    ask: (query, caller) => {
      asked.push([query['cursor'], query['wait'], caller]);
      return Promise.resolve(
        asked.length < 3
          ? { status: 200, value: { cursor: `${asked.length + 1}.0` } }
          : { status: 401, error: errorBody(401, 'Sign in.') },
      );
    },
    ...options,
  });
  const lines: string[] = [];
  for await (const line of answers) lines.push(line);
  return { lines, asked };
}

it('asks again with the cursor of each answer, until an error', async () => {
  const { lines, asked } = await linesWith([]);
  expect(lines).toEqual(['{"cursor":"1.0"}\n', '{"cursor":"2.0"}\n', '{"cursor":"3.0"}\n']);
  expect(asked).toEqual([
    ['1.0', '15', SIGNED_IN],
    ['2.0', '15', SIGNED_IN],
    ['3.0', '15', SIGNED_IN],
  ]);
});

it.each([
  ['has signed out', SIGNED_OUT],
  ['has signed in as somebody else', OTHER],
])('sends nothing that was asked for before who follows %s', async (_, caller) => {
  const { lines } = await linesWith([SIGNED_IN, SIGNED_IN, SIGNED_IN, caller]);
  expect(lines).toEqual(['{"cursor":"1.0"}\n', '{"cursor":"2.0"}\n']);
});

it('ends where the server does, and where an answer has no cursor', async () => {
  let isOver = false;
  const ending = await linesWith([], {
    isOver: () => isOver,
    ask: () => {
      isOver = true;
      return Promise.resolve({ status: 200, value: { cursor: '2.0' } });
    },
  });
  expect(ending.lines).toHaveLength(1);
  expect((await linesWith([], { first: {} })).lines).toEqual(['{}\n']);
});
