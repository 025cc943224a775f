import { formatJson, isObject, member, parseJson, type JsonObject, type JsonValue } from '#domain/json';
import { ClusterError, requestOf, type ClusterGateway } from '#domain/ports';

const DATES = ['created_date', 'created_date_millis', 'modified_date', 'modified_date_millis'];

export interface DatedTemplates {
  /** For a test server: templates are answered with dates, which are refused where they are sent. */
  readonly between: (engine: ClusterGateway) => ClusterGateway;
  /** Has all templates be modified again, as by another client. */
  readonly touch: () => void;
}

/** A cluster that dates its templates as Elasticsearch 9.5 does. */
export function datedTemplates(): DatedTemplates {
  let writes = 0;
  const between = (engine: ClusterGateway): ClusterGateway => ({
    async send(call) {
      const [endpoint = ''] = call.path;
      if (!/^_(?:index|component)_template$/.test(endpoint)) return engine.send(call);
      const sent = call.body === undefined ? {} : parseJson(call.body);
      const told = DATES.find((name) => isObject(sent) && Object.hasOwn(sent, name));
      if (told !== undefined)
        throw new ClusterError('refused', `provided a template property which is managed by the system: ${told}`, {
          request: requestOf(call),
          status: 400,
        });
      if (call.method === 'PUT') writes++;
      const response = await engine.send(call);
      if (call.method !== 'GET') return response;
      return { ...response, body: formatJson(dated(parseJson(response.body), writes)) };
    },
  });
  const touch = () => {
    writes++;
  };
  return { between, touch };
}

function dated(answer: JsonValue, modified: number): JsonValue {
  if (!isObject(answer)) return answer;
  return Object.fromEntries(
    Object.entries(answer).map(([list, entries]) => [
      list,
      !Array.isArray(entries)
        ? entries
        : entries.map((entry: JsonValue) => withDates(entry, list.slice(0, -1), modified)),
    ]),
  );
}

function withDates(entry: JsonValue, kind: string, modified: number): JsonValue {
  const body = isObject(entry) ? member(entry, kind) : undefined;
  if (!isObject(entry) || !isObject(body)) return entry;
  const dates: JsonObject = { created_date_millis: 1, modified_date_millis: modified };
  return { ...entry, [kind]: { ...body, ...dates } };
}
