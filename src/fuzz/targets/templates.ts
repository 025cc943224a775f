import { formatJson, isArray, isObject, type JsonObject, type JsonValue } from '#domain/json';
import type { ClusterCall, ClusterGateway } from '#domain/ports';
import { steppingGateway } from '../case/steps.ts';
import type { Engines, FuzzTarget } from '../case/target.ts';
import { ask, targetOf } from '../compare/ask.ts';
import { compare } from '../compare/compared.ts';
import { simulatedIn, simulationOf, verdictOn, type Simulated } from '../compare/composition.ts';
import { jsonCases } from '../compare/json-cases.ts';
import { templatePartsFrom } from '../generate/template-sets.ts';

/** Components, lowest first, and the template over them. */
type TemplatesCase = {
  readonly components: readonly JsonObject[];
  readonly template: JsonObject;
  readonly isStream: boolean;
};

/** Templates over components, held against what a real engine composes of them. */
export async function templatesTarget(engines: Engines): Promise<FuzzTarget> {
  const { cluster } = engines;
  const target = await targetOf(cluster);

  async function simulate(asked: ClusterGateway, name: string, template: JsonObject): Promise<Simulated> {
    const { index, body } = simulationOf(name, template);
    const reply = await ask(asked, {
      method: 'POST',
      path: ['_index_template', '_simulate_index', index],
      body: formatJson(body),
      isReading: true,
    });
    return reply.isTaken ? simulatedIn(reply.body) : { refusal: reply.reason };
  }

  return {
    name: 'templates',
    values: () => jsonCases((random) => templatePartsFrom(random, target), isWhole),
    async holds(value, counter) {
      const { components, template, isStream } = value as TemplatesCase;
      const bodies = new Map<string, JsonObject>();
      const asked = steppingGateway(cluster, counter);
      try {
        for (const part of components) {
          const [name, body] = [engines.newName(), { template: part }];
          const put = await ask(asked, componentCall('PUT', name, formatJson(body)));
          if (put.isTaken) bodies.set(name, body);
          counter.met('component', put.isTaken ? 'taken' : 'refused');
        }
        const names = [...bodies.keys()];
        const body = { composed_of: names, template, ...(isStream && { data_stream: {} }) };
        const name = engines.newName();
        const verdict = await verdictOn(
          (each) => simulate(asked, name, each),
          target,
          { body, components: names },
          bodies,
        );
        counter.tried(verdict.kind === 'same');
        counter.met('outcome', verdict.kind);
        const difference = verdict.kind === 'different' ? verdict.difference : null;
        compare('templates compose as the engine composes them', target, difference, counter);
      } finally {
        for (const name of bodies.keys()) await ask(cluster, componentCall('DELETE', name));
      }
    },
    coverage: { outcome: ['same', 'both refuse'], component: ['taken', 'refused'] },
  };
}

function componentCall(method: 'PUT' | 'DELETE', name: string, body?: string): ClusterCall {
  return { method, path: ['_component_template', name], ...(body !== undefined && { body }) };
}

function isWhole(value: JsonValue): boolean {
  return (
    isObject(value) &&
    isObject(value['template']) &&
    isArray(value['components']) &&
    value['components'].every(isObject) &&
    typeof value['isStream'] === 'boolean'
  );
}
