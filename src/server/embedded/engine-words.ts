import { isObject, member, objectMember, type ClusterFault, type JsonObject, type JsonValue } from '../../domain/index.ts';

/** What an error of a status is, for the console. */
export function faultOf(status: number): ClusterFault {
  if (status === 401) return 'unauthorized';
  if (status === 403) return 'forbidden';
  if (status === 429 || status === 503) return 'overloaded';
  return status < 500 ? 'refused' : 'failed';
}

interface Words {
  readonly type?: string;
  readonly reason?: string;
}

/** The type of an error, and its innermost reason: the outer ones only say where. */
export function engineWords(body: JsonValue): Words {
  const error = isObject(body) ? member(body, 'error') : undefined;
  if (typeof error === 'string') return { reason: error };
  if (!isObject(error)) return {};
  let cause: JsonObject = error;
  for (let next = objectMember(cause, 'caused_by'); next !== undefined; next = objectMember(cause, 'caused_by')) cause = next;
  const [type, reason] = [member(error, 'type'), member(cause, 'reason')];
  return { ...(typeof type === 'string' && { type }), ...(typeof reason === 'string' && { reason }) };
}
