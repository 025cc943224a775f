import { member, objectMember, type JsonObject } from '#domain/json';
import { MAX_DOCUMENT_PAGE, type RouteAnswer } from '#domain/wire';
import { asString, bodyText, objectsIn } from './calls.ts';
import type { ConsoleContext, HandlersOf } from './context.ts';
import { RequestError } from './errors.ts';
import { exactIndex } from './exact-names.ts';
import { target } from './names.ts';
import { totalOf } from './newest-documents.ts';
import { readObject } from './read-object.ts';
import { wholeSource } from './whole-source.ts';

type Document = RouteAnswer<'documents.get'>;

/**
 * Documents of an index, read as whoever has signed in. Where nobody has, they would be read with the server's own
 * credentials: that has to be asked for with `--documents`.
 */
export function documentHandlers(hasDocuments: boolean): HandlersOf<'documents.search' | 'documents.get'> {
  return {
    'documents.search': async ({ params: { name }, body: { query, size = MAX_DOCUMENT_PAGE } }, context) => {
      const index = await indexToRead(context, name, hasDocuments);
      const hits = await search(context, index, {
        size,
        track_total_hits: true,
        ...(query !== undefined && query.trim() !== '' && { query: { query_string: { query } } }),
      });
      return { total: totalOf(hits), documents: documentsIn(hits) };
    },

    'documents.get': async ({ params: { name }, body: { id } }, context) => {
      const index = await indexToRead(context, name, hasDocuments);
      // By a search: one with a routing is found without it, and the id is in no URL.
      const hits = await search(context, index, { size: 1, query: { ids: { values: [id] } } });
      const [document] = documentsIn(hits);
      if (document === undefined)
        throw new RequestError(404, `"${index}" has no document with this ID. Refresh the index if it is new.`);
      return document;
    },
  };
}

/**
 * A checked name of one index whose documents may be read.
 * @throws RequestError where the name is no index, or nobody has signed in and documents are off
 */
export async function indexToRead(context: ConsoleContext, name: string, hasDocuments: boolean): Promise<string> {
  const index = target(name);
  if (!hasDocuments) requireReader(context);
  return exactIndex(context, index);
}

/** @throws RequestError where nobody has signed in to the cluster */
function requireReader({ cluster: { entry, user } }: ConsoleContext): void {
  if (user !== undefined) return;
  const how =
    entry.kind === 'sandbox'
      ? 'Nobody signs in to the built-in engine.'
      : `You haven’t signed in to "${entry.label}", so they would be read with the server’s credentials.`;
  throw new RequestError(
    403,
    `Reading documents is turned off. ${how} To turn it on, start the server with --documents.`,
    { documents: false },
  );
}

async function search(context: ConsoleContext, index: string, body: JsonObject): Promise<JsonObject> {
  const { engine } = await context.cluster.capabilities();
  const response = await readObject(context.cluster.gateway, {
    method: 'POST',
    path: [index, '_search'],
    body: bodyText({ ...wholeSource(engine), ...body }),
    isReading: true,
    isConfidential: true,
    signal: context.signal,
  });
  return objectMember(response, 'hits') ?? {};
}

function documentsIn(hits: JsonObject): Document[] {
  return objectsIn(member(hits, 'hits')).map((hit) => {
    const [routing, source] = [asString(member(hit, '_routing')), objectMember(hit, '_source')];
    return {
      index: asString(member(hit, '_index')) ?? '',
      id: asString(member(hit, '_id')) ?? '',
      ...(routing !== undefined && { routing }),
      ...(source !== undefined && { source }),
    };
  });
}
