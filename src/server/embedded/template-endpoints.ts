import { member, objectMember, type JsonObject, type JsonValue } from '#domain/json';
import { aliasesOfIndex, patternsOverlap } from '#domain/template';
import { EngineError, illegalArgument, validationFailed } from './engine-error.ts';
import type { EngineContext } from './engine-context.ts';
import { isWildcard, matchesPattern, matchingNames } from './names.ts';
import { EngineReply, type EngineRequest, type Route } from './router.ts';
import { flatten, nest, writtenSettings } from './settings.ts';
import type { Change, DocumentKind } from './storage.ts';
import {
  checkedComposition,
  checkUsers,
  componentTemplateOf,
  indexTemplateOf,
  legacyTemplateOf,
  overlapping,
} from './template-rules.ts';
import { createsDataStreams, patternsOf, priorityOf, templateFor, textsIn, type NamedTemplate } from './templates.ts';

const READ_QUERY = ['include_defaults'];
const WRITE_QUERY = ['create', 'cause', 'order'];

type Kind = Extract<DocumentKind, 'index_template' | 'component_template' | 'legacy_template'>;

/** Composable, component and legacy templates, and what they would come to. */
export function templateRoutes(context: EngineContext): readonly Route[] {
  const { state } = context;
  const homes = {
    index_template: state.indexTemplates,
    component_template: state.componentTemplates,
    legacy_template: state.legacyTemplates,
  } as const;

  function read(kind: Kind, request: EngineRequest): readonly NamedTemplate[] {
    const names = homes[kind].names();
    const targets = request.names.length === 0 ? names : matchingNames(names, request.name(0));
    return targets.map((name) => ({
      name,
      template: flattened(homes[kind].get(name) as JsonObject, kind, request.is('flat_settings')),
    }));
  }

  /**
   * A list in `{ "index_templates": [{ name, index_template }] }`; 404 for a name that is none, and for a pattern of
   * none.
   */
  function list(kind: 'index_template' | 'component_template', request: EngineRequest): JsonValue | EngineReply {
    const found = read(kind, request);
    const body = { [`${kind}s`]: found.map(({ name, template }) => ({ name, [kind]: template })) };
    if (request.names.length === 0 || found.length > 0) return body;
    if (isWildcard(request.name(0))) return new EngineReply(404, body);
    throw new EngineError(
      404,
      'resource_not_found_exception',
      `${kind.replace('_', ' ')} matching [${request.name(0)}] not found`,
    );
  }

  function put(kind: Kind, request: EngineRequest, written: JsonObject, title: string): JsonObject {
    const name = request.name(0);
    if (request.is('create') && homes[kind].has(name)) throw illegalArgument(`${title} [${name}] already exists`);
    state.commit([{ kind, name, value: written }]);
    return { acknowledged: true };
  }

  function remove(kind: Kind, names: readonly string[]): JsonObject {
    state.commit(names.map((name): Change => ({ kind, name })));
    return { acknowledged: true };
  }

  /** Each name of the path, or what its pattern means. @throws EngineError for a name that is none */
  function meantNames(kind: Kind, expression: string): readonly string[] {
    const all = homes[kind].names();
    const missing = expression
      .split(',')
      .filter((part) =>
        part.includes('*') ? part !== '*' && matchingNames(all, part).length === 0 : !homes[kind].has(part),
      );
    if (missing.length === 0) return matchingNames(all, expression);
    if (kind === 'component_template') throw new EngineError(404, 'resource_not_found_exception', missing.join(','));
    throw new EngineError(404, 'index_template_missing_exception', `index_template [${missing.join(',')}] missing`);
  }

  function removeIndexTemplates(request: EngineRequest): JsonObject {
    const names = meantNames('index_template', request.name(0));
    const inUse = [...state.dataStreams.values()].map(
      ({ name, hidden }) => [name, templateFor(state, name, hidden)?.name] as const,
    );
    const streams = inUse.flatMap(([stream, name]) => (name !== undefined && names.includes(name) ? [stream] : []));
    const used = names.filter((name) => inUse.some(([, template]) => template === name));
    if (streams.length > 0)
      throw illegalArgument(
        `unable to remove composable templates [${used.join(', ')}] as they are in use by a data streams [${streams.join(', ')}]`,
      );
    return remove('index_template', names);
  }

  function removeComponents(request: EngineRequest): JsonObject {
    const names = meantNames('component_template', request.name(0));
    const composed = state.indexTemplates
      .entries()
      .map(([user, template]) => [user, textsIn(member(template, 'composed_of'))] as const)
      .filter(([, components]) => components.some((component) => names.includes(component)));
    const users = composed.map(([user]) => user);
    const used = names.filter((name) => composed.some(([, components]) => components.includes(name)));
    if (users.length > 0)
      throw illegalArgument(
        `component templates [${used.join(', ')}] cannot be removed as they are still in use by index templates [${users.join(', ')}]`,
      );
    return remove('component_template', names);
  }

  function readLegacy(request: EngineRequest): JsonValue | EngineReply {
    const body = Object.fromEntries(read('legacy_template', request).map(({ name, template }) => [name, template]));
    const isMissing = request.names.length > 0 && Object.keys(body).length === 0 && !isWildcard(request.name(0));
    return isMissing ? new EngineReply(404, body) : body;
  }

  function putComponent(request: EngineRequest): JsonObject {
    const written = componentTemplateOf(request.name(0), request.body());
    checkUsers(context, request.name(0), written);
    return put('component_template', request, written, 'component template');
  }

  /** The simulation response for a template, or for an index name if there is one. */
  function simulated({ name, template }: NamedTemplate, index?: string): JsonObject {
    const {
      settings,
      mappings,
      aliases,
      lifecycle,
      data_stream_options: options,
    } = checkedComposition(context, { name, template });
    const tier = createsDataStreams(template) ? 'data_hot' : 'data_content';
    const patterns = patternsOf(template);
    const others = [
      ...overlapping(context, name, patterns),
      ...state.legacyTemplates
        .entries()
        .map(([other, legacy]) => ({ name: other, template: legacy }))
        .filter((other) =>
          patternsOf(other.template).some((theirs) => patterns.some((ours) => patternsOverlap(ours, theirs))),
        ),
    ];
    return {
      template: {
        settings: nest({ ...settings, 'index.routing.allocation.include._tier_preference': tier }),
        mappings,
        aliases: index === undefined ? aliases : aliasesOfIndex(aliases, index),
        ...(lifecycle !== undefined && { lifecycle }),
        ...(options !== undefined && { data_stream_options: options }),
      },
      overlapping: others.map((other) => ({ name: other.name, index_patterns: patternsOf(other.template) })),
    };
  }

  function simulate(request: EngineRequest): JsonObject {
    const body = request.anyBody();
    const name = request.names[0];
    if (body !== undefined) {
      const simulatedName = name ?? `simulate_template_${context.ids.next().toLowerCase()}`;
      return simulated({ name: simulatedName, template: indexTemplateOf(context, simulatedName, body) });
    }
    if (name === undefined)
      throw validationFailed('either index name or index template body must be specified for simulation');
    const template = state.indexTemplates.get(name);
    if (template === undefined) throw illegalArgument(`unable to simulate template [${name}] that does not exist`);
    return simulated({ name, template });
  }

  function simulateIndex(request: EngineRequest): JsonObject {
    const body = request.anyBody();
    const index = request.name(0);
    const found = templateFor(state, index);
    if (body === undefined) return found === undefined ? {} : simulated(found, index);
    const given = { name: 'simulate', template: indexTemplateOf(context, 'simulate', body) };
    const isMeant = patternsOf(given.template).some((pattern) => matchesPattern(pattern, index));
    if (isMeant && (found === undefined || priorityOf(given.template) > priorityOf(found.template)))
      return simulated(given, index);
    return found === undefined ? {} : simulated(found, index);
  }

  const legacyTitle = 'index_template';
  return [
    { methods: ['GET'], path: '_index_template', query: READ_QUERY, run: (request) => list('index_template', request) },
    {
      methods: ['GET'],
      path: '_index_template/{}',
      query: READ_QUERY,
      run: (request) => list('index_template', request),
    },
    {
      methods: ['PUT', 'POST'],
      path: '_index_template/{}',
      query: WRITE_QUERY,
      run: (request) =>
        put('index_template', request, indexTemplateOf(context, request.name(0), request.body()), 'index template'),
    },
    { methods: ['DELETE'], path: '_index_template/{}', run: removeIndexTemplates },
    { methods: ['POST'], path: '_index_template/_simulate', query: WRITE_QUERY, run: simulate },
    { methods: ['POST'], path: '_index_template/_simulate/{}', query: WRITE_QUERY, run: simulate },
    { methods: ['POST'], path: '_index_template/_simulate_index/{}', query: WRITE_QUERY, run: simulateIndex },
    {
      methods: ['GET'],
      path: '_component_template',
      query: READ_QUERY,
      run: (request) => list('component_template', request),
    },
    {
      methods: ['GET'],
      path: '_component_template/{}',
      query: READ_QUERY,
      run: (request) => list('component_template', request),
    },
    { methods: ['PUT', 'POST'], path: '_component_template/{}', query: WRITE_QUERY, run: putComponent },
    { methods: ['DELETE'], path: '_component_template/{}', run: removeComponents },
    { methods: ['GET'], path: '_template', run: readLegacy },
    { methods: ['GET'], path: '_template/{}', run: readLegacy },
    {
      methods: ['PUT', 'POST'],
      path: '_template/{}',
      query: WRITE_QUERY,
      run: (request) => put('legacy_template', request, legacyTemplateOf(request.name(0), request.body()), legacyTitle),
    },
    {
      methods: ['DELETE'],
      path: '_template/{}',
      run: (request) => remove('legacy_template', meantNames('legacy_template', request.name(0))),
    },
  ];
}

/** A template with its settings by whole names, where that was asked for. */
function flattened(template: JsonObject, kind: Kind, isFlat: boolean): JsonObject {
  if (!isFlat) return template;
  const part = kind === 'legacy_template' ? template : objectMember(template, 'template');
  const settings = part && objectMember(part, 'settings');
  if (part === undefined || settings === undefined) return template;
  const written = { ...part, settings: writtenSettings(flatten(settings), true) };
  return kind === 'legacy_template' ? written : { ...template, template: written };
}
