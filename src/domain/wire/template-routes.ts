import { Type } from 'typebox';
import { MISSING } from '../console/missing-part.ts';
import { exact, JsonObjectSchema, NameSchema } from '../json/schemas.ts';
import {
  ServerComponentTemplateSchema,
  ServerTemplateSchema,
  TemplateBodySchema,
} from '../template/template-entities.ts';
import { cluster, NAME_PARAMS, SAVED, DeletedItemsSchema, DeletedTemplatesSchema, STORED } from './contract-parts.ts';
import type { RouteContract } from './contract.ts';
import { MAX_NAMES } from './limits.ts';

const legacy = exact({ legacy: Type.Optional(Type.Boolean()) });
/** `legacy` says which kind is meant; where it is absent, what the body holds does. */
const templateWrite = exact({ include_type_name: Type.Optional(Type.Boolean()), ...legacy.properties });

/** Index templates and component templates. */
export const templateRoutes = {
  'index_templates.list': cluster({
    method: 'GET',
    path: '/index_templates',
    group: 'Index templates',
    summary: 'Every index template, composable and legacy',
    writes: false,
    /** A kind that can't be read is absent; where neither can, the route fails. */
    answer: exact({
      templates: Type.Optional(Type.Array(ServerTemplateSchema)),
      legacyTemplates: Type.Optional(Type.Array(ServerTemplateSchema)),
      missing: MISSING,
    }),
  }),
  'index_templates.get': cluster({
    method: 'GET',
    path: '/index_templates/:name',
    group: 'Index templates',
    summary: 'One index template',
    writes: false,
    params: NAME_PARAMS,
    query: legacy,
    answer: ServerTemplateSchema,
  }),
  'index_templates.match': cluster({
    method: 'GET',
    path: '/matching_templates/:name',
    group: 'Index templates',
    summary: 'The templates that a new index of a name gets: a composable one, or else legacy ones',
    writes: false,
    params: NAME_PARAMS,
    query: exact({ hidden: Type.Optional(Type.Boolean()) }),
    answer: exact({
      template: Type.Optional(Type.String()),
      /** Absent where no composable template matches, and the legacy ones can't be read. */
      legacyTemplates: Type.Optional(Type.Array(Type.String())),
      missing: MISSING,
    }),
  }),
  'index_templates.create': cluster({
    method: 'POST',
    path: '/index_templates',
    group: 'Index templates',
    summary: 'Create an index template',
    writes: true,
    query: templateWrite,
    body: TemplateBodySchema,
    takesDocument: true,
    takesChanges: true,
    answer: STORED,
  }),
  'index_templates.update': cluster({
    method: 'PUT',
    path: '/index_templates/:name',
    group: 'Index templates',
    summary: 'Change an index template',
    writes: true,
    replaces: 'template',
    params: NAME_PARAMS,
    query: templateWrite,
    body: JsonObjectSchema,
    takesDocument: true,
    takesChanges: true,
    answer: SAVED,
  }),
  'index_templates.delete': cluster({
    method: 'POST',
    path: '/delete_index_templates',
    group: 'Index templates',
    summary: 'Delete index templates',
    writes: true,
    body: exact({
      templates: Type.Array(exact({ name: NameSchema, isLegacy: Type.Optional(Type.Boolean()) }), {
        minItems: 1,
        maxItems: MAX_NAMES,
      }),
    }),
    answer: DeletedTemplatesSchema,
  }),
  'index_templates.simulate': cluster({
    method: 'POST',
    path: '/index_templates/simulate',
    group: 'Index templates',
    summary: 'Simulate the composition of a template',
    writes: false,
    body: JsonObjectSchema,
    takesDocument: true,
    answer: JsonObjectSchema,
  }),
  'index_templates.simulate_index': cluster({
    method: 'POST',
    path: '/index_templates/simulate_index/:name',
    group: 'Index templates',
    summary: 'What a new index of a name gets, with a template as if it were stored; empty where none matches',
    writes: false,
    params: NAME_PARAMS,
    body: exact({ template: Type.Optional(JsonObjectSchema) }),
    takesDocument: true,
    answer: JsonObjectSchema,
  }),

  'component_templates.list': cluster({
    method: 'GET',
    path: '/component_templates',
    group: 'Component templates',
    summary: 'Every component template',
    writes: false,
    answer: Type.Array(ServerComponentTemplateSchema),
  }),
  'component_templates.get': cluster({
    method: 'GET',
    path: '/component_templates/:name',
    group: 'Component templates',
    summary: 'One component template',
    writes: false,
    params: NAME_PARAMS,
    answer: ServerComponentTemplateSchema,
  }),
  'component_templates.create': cluster({
    method: 'POST',
    path: '/component_templates',
    group: 'Component templates',
    summary: 'Create a component template',
    writes: true,
    body: TemplateBodySchema,
    takesDocument: true,
    takesChanges: true,
    answer: STORED,
  }),
  'component_templates.update': cluster({
    method: 'PUT',
    path: '/component_templates/:name',
    group: 'Component templates',
    summary: 'Change a component template',
    writes: true,
    replaces: 'template',
    params: NAME_PARAMS,
    body: JsonObjectSchema,
    takesDocument: true,
    takesChanges: true,
    answer: SAVED,
  }),
  'component_templates.delete': cluster({
    method: 'DELETE',
    path: '/component_templates/:name',
    group: 'Component templates',
    summary: 'Delete component templates; several with commas between the names',
    writes: true,
    params: NAME_PARAMS,
    answer: DeletedItemsSchema,
  }),
} as const satisfies Record<string, RouteContract>;
