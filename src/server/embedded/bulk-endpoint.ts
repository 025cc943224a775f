import { isObject, JsonTextError, member, parseJson, type JsonObject, type JsonValue } from '#domain/json';
import { checkWritable, documentChange, storedSource, writeTarget } from './document-writes.ts';
import { indexAfter } from './mapped-document.ts';
import { bodyRequired, causeBody, EngineError, illegalArgument } from './engine-error.ts';
import type { EngineContext } from './engine-context.ts';
import { sourceName } from './engine-state.ts';
import type { EngineRequest, Route } from './router.ts';

const ACTIONS = ['index', 'create', 'delete'];

interface BulkItem {
  readonly action: string;
  readonly index: string;
  readonly id: string | undefined;
  readonly routing: string | undefined;
  readonly source: JsonValue;
}

/** Many documents in one call, as lines of JSON. */
export function bulkRoutes(context: EngineContext): readonly Route[] {
  const { state, ids } = context;

  function bulk(request: EngineRequest): JsonObject {
    const items = parsedItems(request.text, request.names[0]);
    const results = items.map((item): JsonObject => {
      try {
        return { [item.action]: apply(item) };
      } catch (error) {
        if (!(error instanceof EngineError)) throw error;
        const refused = { _index: item.index, _id: item.id ?? null, status: error.status };
        return { [item.action]: { ...refused, error: causeBody(error.asCause()) } };
      }
    });
    const hasErrors = results.some((result) => Object.values(result).some((item) => isObject(item) && 'error' in item));
    return { took: 0, errors: hasErrors, items: results };
  }

  function apply({ action, index: name, id = ids.next(), routing, source }: BulkItem): JsonObject {
    const { index, created } = writeTarget(context, name);
    checkWritable(index, action === 'create');
    const before = state.sourcesOf(index).get(id);
    const sequence = state.nextSequence(index);
    if (action === 'delete') {
      if (before !== undefined) state.commit([{ kind: 'document', name: sourceName(index.uuid, id) }]);
      const result = before === undefined ? 'not_found' : 'deleted';
      return { _index: index.name, _id: id, result, status: before === undefined ? 404 : 200 };
    }
    const mapped = indexAfter(index, source, routing);
    const grown = mapped === index ? [] : [{ kind: 'index' as const, name: index.name, value: mapped }];
    const stored = storedSource(index, id, source, { before, sequence, isCreation: action === 'create' });
    state.commit([...created, ...grown, documentChange(index, stored)]);
    return {
      _index: index.name,
      _id: id,
      _version: stored.version,
      result: before === undefined ? 'created' : 'updated',
      _seq_no: sequence,
      _primary_term: 1,
      status: before === undefined ? 201 : 200,
    };
  }

  const query = ['refresh', 'routing', 'require_alias', 'pipeline'];
  return [
    { methods: ['POST', 'PUT'], path: '_bulk', query, run: bulk },
    { methods: ['POST', 'PUT'], path: '{}/_bulk', query, run: bulk },
  ];
}

/** @throws EngineError where the lines are not a bulk body */
function parsedItems(text: string | undefined, index: string | undefined): readonly BulkItem[] {
  if (text === undefined || text.trim() === '') throw bodyRequired();
  if (!text.endsWith('\n')) throw illegalArgument('The bulk request must be terminated by a newline [\\n]');
  const lines = text.split('\n').slice(0, -1);
  const items: BulkItem[] = [];
  for (let at = 0; at < lines.length; at++) {
    const line = at + 1;
    const [entry] = Object.entries(parsedLine(lines[at], line));
    const [action, given] = entry ?? ['', {}];
    if (!ACTIONS.includes(action) || !isObject(given))
      throw illegalArgument(`Malformed action/metadata line [${line}], expected field [create], [delete], [index]`);
    const [where, id] = [member(given, '_index') ?? index, member(given, '_id')];
    if (typeof where !== 'string') throw illegalArgument(`index is missing in line [${line}]`);
    const source = action === 'delete' ? null : parsedLine(lines[++at], line + 1);
    items.push({ action, index: where, id: textOf(id), routing: textOf(member(given, 'routing')), source });
  }
  return items;
}

function textOf(value: JsonValue | undefined): string | undefined {
  return value === undefined ? undefined : String(value);
}

function parsedLine(text: string | undefined, line: number): JsonObject {
  try {
    const value = parseJson(text ?? '');
    if (isObject(value)) return value;
  } catch (error) {
    if (!(error instanceof JsonTextError)) throw error;
  }
  throw new EngineError(400, 'x_content_parse_exception', `Malformed line [${line}] of the bulk request`);
}
