import { formatJson, isObject, parseJson, valueAt, type JsonObject, type JsonValue } from '#domain/json';
import { ClusterError, requestOf, type ClusterCall, type ClusterGateway } from '#domain/ports';

/** What an engine answered, by the call and the change of an index before it. */
export type RecordedAnswers = Record<string, { readonly status: number; readonly body: JsonValue }>;

/** An engine that answers as it once did; `ask` asks it again, and keeps the answers. @throws Error for a call that is not recorded */
export function recordedEngine(
  answers: RecordedAnswers,
  ask?: (call: ClusterCall) => Promise<{ readonly status: number; readonly body: JsonValue }>,
): ClusterGateway {
  let changes = '';
  return {
    async send(call) {
      if (call.method === 'PUT') changes = `${call.path.length === 1 ? '' : `${changes}, `}${keyOf(call)}`;
      const key =
        call.method === 'PUT'
          ? changes
          : `${call.path[0]?.startsWith('_') === false ? `${changes}, ` : ''}${keyOf(call)}`;
      if (call.method === 'DELETE') return { status: 200, body: '' };
      if (ask !== undefined) answers[key] = await ask(call);
      const answer = answers[key];
      if (answer === undefined) throw new Error(`Not recorded: ${key}`);
      if (answer.status < 300) return { status: answer.status, body: formatJson(answer.body) };
      throw new ClusterError('refused', `refused: ${key}`, {
        request: requestOf(call),
        status: answer.status,
        reason: innermostReason(answer.body),
      });
    },
  };
}

/** Without the settings, which only say how the index is made. */
function keyOf({ method, path, body }: ClusterCall): string {
  const sent = body === undefined ? null : parseJson(body);
  const { settings: _, ...rest }: JsonObject = isObject(sent) ? sent : {};
  return `${method} /${path.join('/')}${sent === null ? '' : ` ${formatJson(rest)}`}`;
}

function innermostReason(answer: JsonValue): string {
  let error = valueAt(answer, '/error');
  for (let cause = error; cause !== undefined; cause = valueAt(cause, '/caused_by')) error = cause;
  return String(valueAt(error, '/reason') ?? formatJson(answer));
}
