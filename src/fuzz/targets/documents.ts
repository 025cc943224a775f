import type { TargetEngine } from '#domain/catalogue';
import { documentTrials, withAddedFields, type DocumentTrial } from '#domain/documents';
import { formatJson, isArray, isObject, member, objectMember, valueAt, type JsonObject } from '#domain/json';
import { typeOf } from '#domain/mapping';
import type { ClusterGateway } from '#domain/ports';
import { steppingGateway } from '../case/steps.ts';
import type { Counter } from '../case/tally.ts';
import type { Engines, FuzzTarget } from '../case/target.ts';
import { ask, targetOf, type Reply } from '../compare/ask.ts';
import { compare } from '../compare/compared.ts';
import { jsonCases } from '../compare/json-cases.ts';
import { mappingsOf, withScratchIndex } from '../compare/scratch.ts';
import { sampleSettings } from '../generate/catalogue-samples.ts';
import { documentCases, isDocumentsCase, type DocumentsCase } from '../generate/document-cases.ts';

const ONE_SHARD: JsonObject = { number_of_shards: 1, number_of_replicas: 0 };

/** Documents, held against what a real engine makes of them. */
export async function documentsTarget(engines: Engines): Promise<FuzzTarget> {
  const target = await targetOf(engines.cluster);
  const make = documentCases(target);
  return {
    name: 'documents',
    values: () => jsonCases(make, isDocumentsCase),
    async holds(value, counter) {
      const { settings: own, mappings, documents } = value as DocumentsCase;
      const cluster = steppingGateway(engines.cluster, counter);
      const name = engines.newName();
      const settings = { ...sampleSettings(target), ...ONE_SHARD, ...own };
      const outcome = await withScratchIndex(cluster, name, { settings, mappings }, async () => {
        let live = await mappingsOf(cluster, name);
        const expected = new Map<string, DocumentTrial>();
        for (const [at, document] of documents.entries()) {
          const trial = documentTrials({ mappings: live, settings, engine: target })(document);
          live = await compareDocument(cluster, { name, id: String(at), document, live, trial, target }, counter);
          expected.set(String(at), trial);
        }
        await compareIgnored(cluster, { name, documents, expected, mappings: live, target }, counter);
      });
      counter.met('index', 'refused' in outcome ? 'refused' : 'created');
    },
    coverage: {
      index: ['created'],
      outcome: ['accepted', 'refused'],
      added: ['none', 'some'],
      ignored: ['none', 'some'],
    },
  };
}

interface OneDocument {
  readonly name: string;
  readonly id: string;
  readonly document: JsonObject;
  readonly live: JsonObject;
  readonly trial: DocumentTrial;
  readonly target: TargetEngine;
}

/** The mappings after a document was sent. */
async function compareDocument(cluster: ClusterGateway, one: OneDocument, counter: Counter): Promise<JsonObject> {
  const { name, id, document, live, trial, target } = one;
  const reply = await ask(cluster, { method: 'PUT', path: [name, '_doc', id], body: formatJson(document) });
  const after = await mappingsOf(cluster, name);
  counter.tried(reply.isTaken);
  counter.met('outcome', trial.outcome);
  if (trial.outcome === 'unknown') return after;
  const account = accountOf(one, reply);
  const isSame = reply.isTaken === (trial.outcome === 'accepted');
  compare(
    'a document is taken as it is tried',
    target,
    isSame
      ? null
      : {
          account: reply.isTaken
            ? `taken, and not refused: ${trial.refusal?.reason ?? ''}${account}`
            : `${reply.reason}${account}`,
          refusal: reply.isTaken ? (trial.refusal?.reason ?? '') : reply.reason,
          sent: [live],
          tried: { document, trial, isTaken: reply.isTaken },
        },
    counter,
  );
  if (!isSame || !reply.isTaken) return after;
  counter.met('added', trial.added.length > 0 ? 'some' : 'none');
  const [planned, is] = [signaturesOf(withAddedFields(live, trial.added)), signaturesOf(after)];
  const paths = [...new Set([...planned.keys(), ...is.keys()])].filter((path) => planned.get(path) !== is.get(path));
  const [first] = paths;
  compare(
    'a document adds the fields that were told',
    target,
    first === undefined
      ? null
      : {
          account: `${planned.get(first) ?? 'nothing'}, and is ${is.get(first) ?? 'nothing'}\n  ${first}${account}\n  after ${formatJson(after)}`,
          sent: [live],
          tried: { document, trial, isTaken: true },
        },
    counter,
  );
  return after;
}

function accountOf({ document, live, trial }: OneDocument, reply: Reply): string {
  const refusal = trial.refusal === undefined ? '' : `\n  told: ${trial.refusal.pointer} ${trial.refusal.reason}`;
  return `\n  document ${formatJson(document)}\n  mappings ${formatJson(live)}${refusal}${reply.isTaken ? '' : `\n  ${reply.type}`}`;
}

/** The type and format of each field by its dotted path, runtime fields apart. */
function signaturesOf(mappings: JsonObject): ReadonlyMap<string, string> {
  const signatures = new Map<string, string>();
  const visit = (fields: JsonObject, prefix: string, mark: string) => {
    for (const name of Object.keys(fields)) {
      const definition = objectMember(fields, name) ?? {};
      const [path, format] = [`${prefix}${name}`, member(definition, 'format')];
      signatures.set(`${mark}${path}`, `${typeOf(definition)}${format === undefined ? '' : ` ${formatJson(format)}`}`);
      for (const kind of ['properties', 'fields']) visit(objectMember(definition, kind) ?? {}, `${path}.`, mark);
    }
  };
  visit(objectMember(mappings, 'properties') ?? {}, '', '');
  visit(objectMember(mappings, 'runtime') ?? {}, '', 'runtime ');
  return signatures;
}

interface Ignored {
  readonly name: string;
  readonly documents: readonly JsonObject[];
  readonly expected: ReadonlyMap<string, DocumentTrial>;
  readonly mappings: JsonObject;
  readonly target: TargetEngine;
}

async function compareIgnored(cluster: ClusterGateway, one: Ignored, counter: Counter): Promise<void> {
  const { name, documents, expected, mappings, target } = one;
  await ask(cluster, { method: 'POST', path: [name, '_refresh'] });
  const reply = await ask(cluster, {
    method: 'POST',
    path: [name, '_search'],
    isReading: true,
    body: '{"size":100,"_source":false}',
  });
  const hits = reply.isTaken ? valueAt(reply.body, '/hits/hits') : undefined;
  for (const hit of isArray(hits) ? hits : []) {
    if (!isObject(hit)) continue;
    const id = member(hit, '_id');
    const trial = typeof id === 'string' ? expected.get(id) : undefined;
    if (trial === undefined || trial.outcome !== 'accepted') continue;
    const found = member(hit, '_ignored');
    const is = (isArray(found) ? found.map(String) : []).sort();
    counter.met('ignored', is.length > 0 ? 'some' : 'none');
    const isSame = is.join('\n') === trial.ignoredFields.join('\n');
    const document = documents[Number(id)] ?? {};
    compare(
      'a document ignores the fields that were told',
      target,
      isSame
        ? null
        : {
            account: `ignored fields differ\n  told ${trial.ignoredFields.join(', ')}\n  are ${is.join(', ')}\n  document ${formatJson(document)}\n  mappings ${formatJson(mappings)}`,
            sent: [mappings],
            tried: { document, trial, isTaken: true },
          },
      counter,
    );
  }
}
