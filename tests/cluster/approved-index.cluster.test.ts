import { describe, expect, it } from 'vitest';
import { formatJson, isObject, parseJson, valueAt, type JsonObject } from '#domain/json';
import { hasSeveralTypes } from '#domain/mapping';
import { ClusterError, requestOf, type ClusterCall } from '#domain/ports';
import { locateMappings } from '#domain/template';
import { differenceFrom } from '../../src/server/plans/steps/approved-index.ts';
import type { StepContext } from '../../src/server/plans/steps/step-context.ts';
import { NO_CORPUS, readCorpus } from '../corpus.ts';
import { itOnEachEngine, report, type Engine } from './engine.ts';

const INDEX = 'mapledger-test-approved';
/** Each so many of the corpus: to make an index takes a moment. */
const EVERY = Number(process.env['APPROVED_EVERY'] ?? 12);
const LEAST_MADE = 10;
const TIMEOUT_MS = 600_000;

const corpus = readCorpus();

function mappingsOfCorpus(): readonly { readonly file: string; readonly mappings: JsonObject }[] {
  return (corpus ?? []).flatMap(({ file, body }, at) => {
    const mappings = at % EVERY === 0 ? valueAt(body, locateMappings(body).mappingsAt) : undefined;
    return isObject(mappings) && !hasSeveralTypes(mappings) ? [{ file, mappings }] : [];
  });
}

/** Reads as a step does that is at work on an engine. */
function contextOn({ url, target }: Engine): StepContext {
  const read = async (call: Pick<ClusterCall, 'method' | 'path' | 'query' | 'body'>) => {
    const request = requestOf(call);
    const response = await fetch(`${url}${request.path}`, {
      method: call.method,
      ...(call.body !== undefined && { body: call.body, headers: { 'content-type': 'application/json' } }),
    });
    const value = parseJson(await response.text());
    if (!response.ok || !isObject(value))
      throw new ClusterError('refused', formatJson(value), { request, status: response.status });
    return value;
  };
  return { read, target: async () => target } as unknown as StepContext;
}

describe('an index that was made of what was approved', () => {
  if (corpus === undefined) it.skip(`is recognised: ${NO_CORPUS}`, () => undefined);
  else
    itOnEachEngine(
      'is recognised, whatever the engine writes of it',
      async (engine) => {
        const context = contextOn(engine);
        const wrong: string[] = [];
        let made = 0;
        for (const { file, mappings } of mappingsOfCorpus()) {
          const settings = { 'index.mapping.total_fields.limit': 50_000, 'index.number_of_replicas': 0 };
          const body: JsonObject = { settings, mappings };
          await engine.request('DELETE', `/${INDEX}`);
          if ((await engine.request('PUT', `/${INDEX}`, body)).status !== 200) continue;
          made++;
          for (const relation of ['has', 'is'] as const) {
            const difference = await differenceFrom(body, INDEX, relation, context);
            if (difference !== null) wrong.push(`${file}, ${relation}: ${difference}`);
          }
        }
        await engine.request('DELETE', `/${INDEX}`);
        report(engine.target, `${made} indices of the corpus made, ${wrong.length} not recognised.`);
        expect(wrong).toEqual([]);
        expect(made).toBeGreaterThan(LEAST_MADE);
      },
      TIMEOUT_MS,
    );
});
