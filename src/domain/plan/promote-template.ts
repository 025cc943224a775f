import { Type, type Static } from 'typebox';
import { exact, NameSchema, JsonPartSchema } from '../json/schemas.ts';
import { formatJson } from '../json/text.ts';
import { member, type JsonObject } from '../json/value.ts';
import { extractMappingsDefinition } from '../mapping/extract-mappings.ts';
import type { ClusterCall } from '../ports/cluster-gateway.ts';
import { KIND_NOUNS } from '../template/mappings-of-stream.ts';
import { capitalized } from '../console/words.ts';

/** The kinds of templates that move from one cluster to another. */
export const PromotedKindSchema = Type.Union([
  Type.Literal('component_template'),
  Type.Literal('index_template'),
  Type.Literal('legacy_template'),
]);
export type PromotedKind = Static<typeof PromotedKindSchema>;

/** Writes one template that comes from a file or from another cluster. */
export const PromoteTemplateSchema = exact({
  kind: PromotedKindSchema,
  name: NameSchema,
  /** As it was approved. */
  body: JsonPartSchema,
  /** What the cluster had under the name when the plan was made; absent where it had nothing. */
  expects: Type.Optional(JsonPartSchema),
  /** Id of the cluster that it comes from; absent for a file. */
  source: Type.Optional(NameSchema),
  /** The cluster accepts mapping types in legacy templates, with `include_type_name`. */
  takesTypes: Type.Optional(Type.Literal(true)),
});
export type PromoteTemplateInput = Static<typeof PromoteTemplateSchema>;

type Call = Pick<ClusterCall, 'method' | 'path' | 'query' | 'body'>;

const ENDPOINTS: Readonly<Record<PromotedKind, string>> = {
  component_template: '_component_template',
  index_template: '_index_template',
  legacy_template: '_template',
};

type Promoted = Pick<PromoteTemplateInput, 'kind' | 'name' | 'takesTypes'>;

/** Component template "logs", say, at the beginning of a sentence. */
export function promotedLabel({ kind, name }: Promoted): string {
  return `${capitalized(KIND_NOUNS[kind])} "${name}"`;
}

/** Reads what a cluster has under the name. */
export function readPromotedCall(template: Promoted): Call {
  // What has mapping types must be read with them: it would be sent back without.
  const isTyped = template.kind === 'legacy_template' && template.takesTypes === true;
  return { method: 'GET', path: pathOf(template), ...(isTyped && { query: { include_type_name: true } }) };
}

/** Writes a whole template. `isNew`: the engine itself refuses it where the name is taken. */
export function writePromotedCall(template: Promoted, body: JsonObject, isNew: boolean): Call {
  const isTyped =
    template.kind === 'legacy_template' &&
    template.takesTypes === true &&
    extractMappingsDefinition(member(body, 'mappings') ?? {})?.type !== undefined;
  const query = { ...(isNew && { create: true }), ...(isTyped && { include_type_name: true }) };
  return {
    method: 'PUT',
    path: pathOf(template),
    ...(Object.keys(query).length > 0 && { query }),
    body: formatJson(body),
  };
}

export function promoteCalls(input: PromoteTemplateInput): readonly Call[] {
  return [writePromotedCall(input, input.body, input.expects === undefined)];
}

export function undoPromoteCalls(input: PromoteTemplateInput): readonly Call[] {
  return [
    input.expects === undefined
      ? { method: 'DELETE', path: pathOf(input) }
      : writePromotedCall(input, input.expects, false),
  ];
}

export function promoteTitle({ kind, name, expects }: PromoteTemplateInput): string {
  return `${expects === undefined ? 'Create' : 'Update'} ${KIND_NOUNS[kind]} ${name}`;
}

export function undoPromoteWords({ name, expects }: PromoteTemplateInput): string {
  return expects === undefined
    ? `Deletes ${name}, unless it was changed since.`
    : `Restores the previous ${name}, unless it was changed since.`;
}

function pathOf({ kind, name }: Promoted): readonly string[] {
  return [ENDPOINTS[kind], name];
}
