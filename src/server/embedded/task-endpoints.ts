import type { JsonObject, JsonValue } from '#domain/json';
import { EngineError, illegalArgument } from './engine-error.ts';
import type { EngineContext } from './engine-context.ts';
import { matchesPattern } from './names.ts';
import type { EngineRequest, Route } from './router.ts';
import { resultName, taskName } from './tasks.ts';
import { NODE_ID, NODE_NAME } from './version.ts';

/** Tasks: read while they run and afterwards, listed while they run, cancelled. */
export function taskRoutes({ tasks, state }: EngineContext): readonly Route[] {
  function read(request: EngineRequest): JsonValue {
    const { node, id } = parsedTask(request.name(0));
    const running = node === NODE_ID ? tasks.get(id) : undefined;
    if (running !== undefined) return { completed: false, task: tasks.toResponse(running) };
    const result = node === NODE_ID ? state.tasks.get(resultName(id)) : undefined;
    if (result !== undefined) return result;
    const words = `task [${request.name(0)}] isn't running and hasn't stored its results`;
    if (node === NODE_ID) throw new EngineError(404, 'resource_not_found_exception', words);
    throw new EngineError(
      404,
      'resource_not_found_exception',
      `task [${request.name(0)}] belongs to the node [${node}] which isn't part of the cluster and there is no record of the task`,
      {},
      { type: 'resource_not_found_exception', reason: words },
    );
  }

  function cancel(request: EngineRequest): JsonValue {
    const { node, id } = parsedTask(request.name(0));
    const running = node === NODE_ID ? tasks.get(id) : undefined;
    if (running === undefined) return notRunning(node, id, 'is not found');
    const before = tasks.toResponse(running, { isCancelled: true, isDetailed: false });
    tasks.cancel(running);
    return listedTasks([[taskName(id), before]]);
  }

  function list(request: EngineRequest): JsonValue {
    const patterns = request.query['actions']?.split(',');
    const running = tasks
      .running()
      // Its tasks have no tasks below them.
      .filter(
        ({ work }) =>
          request.query['parent_task_id'] === undefined &&
          (patterns?.some((pattern) => matchesPattern(pattern, work.action)) ?? true),
      );
    const isDetailed = request.is('detailed');
    return listedTasks(running.map((task) => [taskName(task.id), tasks.toResponse(task, { isDetailed })]));
  }

  return [
    {
      methods: ['GET'],
      path: '_tasks',
      query: ['actions', 'detailed', 'group_by', 'nodes', 'parent_task_id'],
      run: list,
    },
    { methods: ['GET'], path: '_tasks/{}', query: ['detailed'], run: read },
    { methods: ['POST'], path: '_tasks/{}/_cancel', run: cancel },
  ];
}

/** Tasks by name, as an engine lists them below their node. */
export function listedTasks(entries: readonly (readonly [string, JsonObject])[]): JsonObject {
  return {
    nodes:
      entries.length === 0
        ? {}
        : {
            [NODE_ID]: {
              name: NODE_NAME,
              transport_address: '127.0.0.1:9300',
              host: '127.0.0.1',
              ip: '127.0.0.1:9300',
              roles: ['data', 'ingest', 'master'],
              tasks: Object.fromEntries(entries),
            },
          },
  };
}

/** The response for a task that does not run; `problem` is the reason of its node. */
export function notRunning(node: string, id: number, problem: string): JsonObject {
  const cause =
    node === NODE_ID
      ? { type: 'resource_not_found_exception', reason: `task [${node}:${id}] ${problem}` }
      : { type: 'no_such_node_exception', reason: `No such node [${node}]`, node_id: node };
  return {
    node_failures: [
      { type: 'failed_node_exception', reason: `Failed node [${node}]`, node_id: node, caused_by: cause },
    ],
    nodes: {},
  };
}

export function parsedTask(text: string): { readonly node: string; readonly id: number } {
  const [node = '', number = '', ...others] = text.split(':');
  const problem = `malformed task id ${text}`;
  if (number === '' || others.length > 0) throw illegalArgument(problem);
  if (!/^-?[0-9]{1,15}$/.test(number))
    throw illegalArgument(problem, { type: 'number_format_exception', reason: `For input string: "${number}"` });
  return { node, id: Number(number) };
}
