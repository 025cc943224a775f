import { createHash } from 'node:crypto';
import { expect, inject, it } from 'vitest';
import type { TargetEngine } from '#domain/catalogue';
import { formatJson, parseJson, valueAt, type JsonObject, type JsonValue } from '#domain/json';
import { DISTRIBUTIONS } from './distributions.ts';
import './global-setup.ts';
import type { EngineAddress } from './started-engine.ts';

export interface EngineAnswer {
  readonly status: number;
  /** Integers that a double can't hold are bigint; what is no JSON is its text. */
  readonly body: JsonValue;
}

/** A real engine, asked directly. */
export interface Engine extends EngineAddress {
  /** `path` starts with a slash; names in it are encoded by the caller. */
  request(method: string, path: string, body?: JsonValue): Promise<EngineAnswer>;
}

/** Something that is to hold on every engine. */
export interface EngineCheck {
  readonly name: string;
  readonly timeoutMs?: number;
  /** `skip` ends the test where the engine lacks what it is about. */
  readonly holds: (engine: Engine, skip: (reason: string) => never) => Promise<void>;
}

/** A test of each engine; where one can't be had, the test of it is skipped and says why. */
export function itOnEachEngine(name: string, holds: EngineCheck['holds'], timeoutMs?: number): void {
  it.for(DISTRIBUTIONS)(
    `${name} (%s)`,
    { ...(timeoutMs !== undefined && { timeout: timeoutMs }) },
    async (distribution, context) => {
      const found = inject('engines')[distribution];
      if ('missing' in found) return context.skip(found.missing);
      await holds(engineAt(found), (reason) => context.skip(reason));
    },
  );
}

/** Checks, each as a test of each engine. */
export function checkEachEngine(checks: readonly EngineCheck[]): void {
  for (const { name, holds, timeoutMs } of checks) itOnEachEngine(name, holds, timeoutMs);
}

export function engineAt({ url, target }: EngineAddress): Engine {
  return { url, target, request: (method, path, body) => request(`${url}${path}`, method, body) };
}

/** Says what was tried on an engine: what was left out has to be seen. */
export function report({ distribution, version }: TargetEngine, account: string): void {
  // oxlint-disable-next-line no-console -- it is for whoever reads the run
  console.info(`${distribution} ${version}: ${account}`);
}

async function request(address: string, method: string, body: JsonValue | undefined): Promise<EngineAnswer> {
  const content = body === undefined ? {} : { body: formatJson(body), headers: { 'content-type': 'application/json' } };
  const response = await fetch(address, { method, ...content });
  const text = await response.text();
  const isJson = text !== '' && response.headers.get('content-type')?.includes('json') === true;
  return { status: response.status, body: isJson ? parseJson(text) : text };
}

let indexCount = 0;

/** That an engine refused the definition of an index, in its own words. */
export class IndexRefusedError extends Error {
  override readonly name = 'IndexRefusedError';
  /** The innermost cause. */
  readonly reason: string;

  constructor({ distribution }: TargetEngine, { status, body }: EngineAnswer) {
    super(`${distribution} refused the index with ${status}: ${formatJson(body)}`);
    let error = valueAt(body, '/error');
    for (let cause = error; cause !== undefined; cause = valueAt(cause, '/caused_by')) error = cause;
    this.reason = String(valueAt(error, '/reason') ?? this.message);
  }
}

/**
 * Creates an index as `definition` says (settings, mappings, aliases), and deletes it when `run` is done. Its name is made from
 * the name of the test, so that no two tests share one and each run has the same.
 * @throws IndexRefusedError with the engine's answer where it refuses the definition.
 */
export async function withIndex<T>(
  engine: Engine,
  definition: JsonObject,
  run: (index: string) => Promise<T>,
): Promise<T> {
  const { testPath = '', currentTestName = '' } = expect.getState();
  const seed = createHash('sha256').update(`${testPath}\0${currentTestName}`).digest('hex').slice(0, 12);
  const index = `mapledger-test-${seed}-${indexCount++}`;
  const create = () => engine.request('PUT', `/${index}?wait_for_active_shards=0`, definition);
  let answer = await create();
  // A run that was cut short may have left it behind.
  if (valueAt(answer.body, '/error/type') === 'resource_already_exists_exception') {
    await engine.request('DELETE', `/${index}`);
    answer = await create();
  }
  if (answer.status !== 200) throw new IndexRefusedError(engine.target, answer);
  try {
    return await run(index);
  } finally {
    await engine.request('DELETE', `/${index}`);
  }
}

/** What the engine says of an index' mappings. */
export async function mappingsOf(engine: Engine, index: string): Promise<JsonValue> {
  const { status, body } = await engine.request('GET', `/${index}/_mapping`);
  expect(status).toBe(200);
  return valueAt(body, `/${index}/mappings`) ?? null;
}

/** Does something with each of several things, a number of them at a time; the results are in their order. */
export async function mapSome<T, R>(
  things: readonly T[],
  atATime: number,
  run: (thing: T) => Promise<R>,
): Promise<readonly R[]> {
  const results: R[] = [];
  const queue = things.entries();
  const work = async () => {
    for (const [at, thing] of queue) results[at] = await run(thing);
  };
  await Promise.all(Array.from({ length: Math.min(atATime, things.length) }, work));
  return results;
}
