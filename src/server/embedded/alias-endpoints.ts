import { ALIAS_ACTION_MEMBERS, ALIAS_MEMBERS } from '#domain/catalogue';
import {
  copyObject,
  isArray,
  isObject,
  member,
  objectMember,
  pickMembers,
  setMember,
  type JsonObject,
  type JsonValue,
  type MutableJsonObject,
} from '#domain/json';
import { aliasDefinition, checkAliasName, checkHidden, checkWriteIndices, taken } from './aliases.ts';
import { checkBlocks } from './blocks.ts';
import type { IndexDocument } from './documents.ts';
import { EngineError, illegalArgument, isWriteIndex, matchesAlias } from './engine-error.ts';
import type { EngineContext } from './engine-context.ts';
import { matchesPattern, requestedIndices, resolveIndices } from './names.ts';
import { EngineReply, type EngineRequest, type Route } from './router.ts';
import { textsIn } from './templates.ts';

const ACTIONS = ['add', 'remove', 'remove_index'];
const ADD_MEMBERS = [...ALIAS_ACTION_MEMBERS, ...Object.keys(ALIAS_MEMBERS)];

/** Aliases of indices. */
export function aliasRoutes({ state }: EngineContext): readonly Route[] {
  const shown = (indices: readonly IndexDocument[], isMeant: (alias: string) => boolean): MutableJsonObject => {
    const result: MutableJsonObject = {};
    for (const { name, aliases } of indices) {
      setMember(result, name, {
        aliases: Object.fromEntries(Object.entries(aliases).filter(([alias]) => isMeant(alias))),
      });
    }
    return result;
  };

  function readNamed(indices: readonly IndexDocument[], expression: string): JsonValue | EngineReply {
    const patterns = expression.split(',');
    const isMeant = (alias: string) => patterns.some((pattern) => matchesPattern(pattern, alias));
    const having = indices.filter(({ aliases }) => Object.keys(aliases).some(isMeant));
    const missing = patterns.filter(
      (pattern) =>
        !pattern.includes('*') && pattern !== '_all' && !having.some(({ aliases }) => Object.hasOwn(aliases, pattern)),
    );
    const response = shown(having, isMeant);
    if (missing.length === 0) return response;
    const words =
      missing.length === 1
        ? `alias [${missing[0] as string}] missing`
        : `aliases [${missing.toSorted().join(',')}] missing`;
    return new EngineReply(404, { error: words, status: 404, ...response });
  }

  function update(request: EngineRequest): JsonObject {
    const actions = member(request.body(), 'actions');
    if (!isArray(actions) || actions.length === 0) throw illegalArgument('No action specified');
    const changed = new Map<string, IndexDocument>();
    const parsed = actions.map(parsedAction);
    // Whatever their order, indices go first: their names are free for aliases of the same call.
    const deleted = new Set(parsed.filter(({ kind }) => kind === 'remove_index').flatMap(removedNames));
    for (const action of parsed) if (action.kind !== 'remove_index') apply(action, changed, deleted);
    checkResult(changed, deleted);
    const deletions = [...deleted].flatMap((name) => state.deletionOf(state.indices.get(name) as IndexDocument));
    state.commit([
      ...deletions,
      ...[...changed.values()]
        .filter(({ name }) => !deleted.has(name))
        .map((value) => ({ kind: 'index' as const, name: value.name, value })),
    ]);
    return { acknowledged: true, errors: false };
  }

  function removedNames({ options }: Action): readonly string[] {
    const parts = expressionOf(options);
    for (const part of parts)
      if (!state.indices.has(part) && state.indicesOfAlias(part).length > 0) throw matchesAlias(part);
    const indices = resolveIndices(state, parts.join(','), { withoutAliases: true, withoutDataStreams: true });
    checkBlocks(indices, 'delete');
    for (const { name, dataStream } of indices) {
      const stream = dataStream === null ? undefined : state.dataStreams.get(dataStream);
      if (stream?.indices.at(-1) === name) throw isWriteIndex(name, stream.name);
    }
    return indices.map(({ name }) => name);
  }

  function apply(
    { kind, options }: Action,
    changed: Map<string, IndexDocument>,
    deleted: ReadonlySet<string> = new Set(),
  ): void {
    const indices = resolveIndices(state, expressionOf(options).join(','), { withoutAliases: true }).filter(
      ({ name }) => !deleted.has(name),
    );
    checkBlocks(indices, 'metadata_write');
    const aliases = [...textsIn(member(options, 'alias')), ...textsIn(member(options, 'aliases'))];
    if (aliases.length === 0) throw actionRefused('One of [alias] or [aliases] is required');
    let removed = 0;
    for (const found of indices) {
      const { name } = found;
      const index = changed.get(name) ?? found;
      const after: MutableJsonObject = copyObject(index.aliases);
      for (const alias of aliases) {
        if (kind === 'add') {
          checkAliasName(alias);
          if ((state.indices.has(alias) && !deleted.has(alias)) || state.dataStreams.has(alias)) throw taken(alias);
          setMember(after, alias, addition(alias, options));
        } else {
          for (const existing of Object.keys(after))
            if (matchesPattern(alias, existing) && delete after[existing]) removed++;
        }
      }
      changed.set(name, { ...index, aliases: after as IndexDocument['aliases'] });
    }
    if (kind === 'remove' && removed === 0 && deleted.size === 0 && member(options, 'must_exist') !== false) {
      throw new EngineError(404, 'aliases_not_found_exception', `aliases [${aliases.join(',')}] missing`, {
        'resource.type': 'aliases',
        'resource.id': aliases.join(','),
      });
    }
  }

  function checkResult(changed: ReadonlyMap<string, IndexDocument>, deleted: ReadonlySet<string> = new Set()): void {
    const touched = new Set([...changed.values()].flatMap(({ aliases }) => Object.keys(aliases)));
    const definitionOf = (name: string, alias: string) =>
      objectMember((changed.get(name) ?? state.indices.get(name))?.aliases ?? {}, alias);
    for (const alias of touched) {
      const names = new Set([...state.indicesOfAlias(alias), ...changed.keys()].filter((name) => !deleted.has(name)));
      const holders = [...names].filter((name) => definitionOf(name, alias) !== undefined).sort();
      checkWriteIndices(
        alias,
        holders.filter((name) => definitionOf(name, alias)?.['is_write_index'] === true),
      );
      checkHidden(alias, holders, (name) => definitionOf(name, alias)?.['is_hidden'] === true);
    }
  }

  const putAlias = (request: EngineRequest): JsonObject => {
    const options = { ...request.anyBody(), index: request.name(0), alias: request.name(1) };
    const changed = new Map<string, IndexDocument>();
    apply({ kind: 'add', options }, changed);
    checkResult(changed);
    state.commit([...changed.values()].map((value) => ({ kind: 'index', name: value.name, value })));
    return { acknowledged: true };
  };

  const every = () => resolveIndices(state, '*', { expansion: { open: true, closed: true, hidden: true } });
  return [
    { methods: ['GET'], path: '_alias', run: () => shown(every(), () => true) },
    { methods: ['GET'], path: '_alias/{}', run: (request) => readNamed(every(), request.name(0)) },
    { methods: ['GET'], path: '{}/_alias', run: (request) => shown(requestedIndices(state, request), () => true) },
    {
      methods: ['GET'],
      path: '{}/_alias/{}',
      run: (request) => readNamed(requestedIndices(state, request), request.name(1)),
    },
    { methods: ['PUT', 'POST'], path: '{}/_alias/{}', run: putAlias },
    { methods: ['POST'], path: '_aliases', run: update },
  ];
}

interface Action {
  readonly kind: string;
  readonly options: JsonObject;
}

function parsedAction(action: JsonValue): Action {
  const [entry, ...others] = isObject(action) ? Object.entries(action) : [];
  if (entry === undefined || others.length > 0 || !isObject(entry[1]))
    throw new EngineError(400, 'x_content_parse_exception', '[alias_action] must be one action');
  const [kind, options] = [entry[0], entry[1]];
  if (!ACTIONS.includes(kind)) throw fieldRefused('alias_action', kind);
  const unknown = Object.keys(options).find((key) => !ADD_MEMBERS.includes(key));
  if (unknown !== undefined) throw fieldRefused(kind, unknown);
  return { kind, options };
}

/** What an action says it is about. @throws EngineError where it says nothing */
function expressionOf(options: JsonObject): readonly string[] {
  const expression = [...textsIn(member(options, 'index')), ...textsIn(member(options, 'indices'))];
  if (expression.length === 0) throw actionRefused('One of [index] or [indices] is required');
  return expression;
}

/** Without `index`, `alias` and what else is about the action. */
function addition(alias: string, options: JsonObject): JsonObject {
  return aliasDefinition(
    alias,
    pickMembers(options, (key) => !ALIAS_ACTION_MEMBERS.includes(key)),
  );
}

function actionRefused(reason: string): EngineError {
  return new EngineError(
    400,
    'x_content_parse_exception',
    '[aliases] failed to parse field [actions]',
    {},
    { type: 'illegal_argument_exception', reason },
  );
}

function fieldRefused(where: string, key: string): EngineError {
  return new EngineError(
    400,
    'x_content_parse_exception',
    '[aliases] failed to parse field [actions]',
    {},
    { type: 'x_content_parse_exception', reason: `[${where}] unknown field [${key}]` },
  );
}
