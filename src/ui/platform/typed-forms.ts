import { Type, type Static, type TObject } from 'typebox';
import { RETENTION_UNITS } from '#domain/console';
import { fits, type JsonObject } from '#domain/json';
import { DISTRIBUTION_IDS } from './target-engines.ts';

const Text = Type.String();
const OptionalText = Type.Union([Text, Type.Null()]);
const Choice = Type.Boolean();
const TargetEngineSchema = Type.Object({ distribution: Type.Enum(DISTRIBUTION_IDS), version: Text });
const Count = Type.Union([Type.Integer(), Type.Null()]);
const Amount = Type.Union([Type.Number(), Type.Null()]);

interface RequestFormKind<Content extends TObject> {
  /** Its content, within a sentence. */
  readonly label: string;
  /** Its content while it is filled in. A record of another shape is not restored but shown, to be copied. */
  readonly content: Content;
}

const define = <Content extends TObject>(kind: RequestFormKind<Content>) => kind;

/**
 * The forms without a document whose content is kept, by their name in the store: one entry each. Forms with secrets
 * are left out.
 */
const KINDS = {
  /** `base`: the live settings that the edit started from. */
  settings: define({
    label: 'the settings',
    content: Type.Object({ base: Type.Unsafe<JsonObject>(Type.Object({})), text: Text }),
  }),
  /** `draft`: the draft whose mappings were put into the form. */
  createIndex: define({
    label: 'the new index',
    content: Type.Object({
      name: Text,
      shards: Count,
      replicas: Count,
      settings: Text,
      mappings: Text,
      aliases: Text,
      draft: OptionalText,
    }),
  }),
  /**
   * `keepsName`: clients use the name of the index itself. `allowsWrites`: whether the kept index takes writes again
   * afterwards; absent until it is chosen. All from `slices` on are of the reindex; `leavesOut`: the pipeline or script
   * may leave documents out.
   */
  createPlan: define({
    label: 'the new plan',
    content: Type.Object({
      newIndex: Text,
      keepsName: Choice,
      cloneAs: Text,
      takesWrites: Choice,
      allowsWrites: Type.Optional(Choice),
      settings: Text,
      placement: Type.Optional(Type.Union([Type.Literal('keep'), Type.Literal('anywhere')])),
      slices: Type.Optional(Text),
      docsPerSecond: Type.Optional(Amount),
      fastCopy: Type.Optional(Choice),
      pipeline: Type.Optional(Text),
      script: Type.Optional(Text),
      leavesOut: Type.Optional(Choice),
    }),
  }),
  reindexThrottle: define({ label: 'the throttle', content: Type.Object({ docsPerSecond: Amount }) }),
  /** `index`: empty where the form has a fixed index. `before`: the properties of an alias that is edited. */
  addAlias: define({
    label: 'the alias',
    content: Type.Object({
      alias: Text,
      index: Text,
      filter: Text,
      indexRouting: Text,
      searchRouting: Text,
      isWriteIndex: Choice,
      isHidden: Choice,
      before: Type.Optional(Type.Unsafe<JsonObject>(Type.Object({}))),
    }),
  }),
  moveAliases: define({ label: 'the move', content: Type.Object({ target: Text }) }),
  rollover: define({
    label: 'the rollover',
    content: Type.Object({ age: Text, documents: Amount, size: Text, newIndex: Text }),
  }),
  /** `node`: the node that gets a copy of every shard; null where none is needed. */
  resizeIndex: define({
    label: 'the resized index',
    content: Type.Object({
      target: Text,
      shards: Text,
      replicas: Count,
      node: OptionalText,
      allowsWrites: Choice,
    }),
  }),
  forceMerge: define({ label: 'the force merge', content: Type.Object({ segments: Amount }) }),
  /** `from`: the template or index that it starts from; null where none is chosen. */
  newTemplate: define({
    label: 'the new template',
    content: Type.Object({
      name: Text,
      patterns: Type.Array(Text),
      startFrom: Type.Enum(['nothing', 'template', 'index']),
      from: OptionalText,
    }),
  }),
  createDataStream: define({ label: 'the new data stream', content: Type.Object({ name: Text }) }),
  dataStreamLifecycle: define({
    label: 'the lifecycle',
    content: Type.Object({
      isEnabled: Choice,
      isLimited: Choice,
      amount: Amount,
      unit: Type.Enum(RETENTION_UNITS),
    }),
  }),
  /** `target`: null where the suggested engine is used. */
  newDraft: define({
    label: 'the new draft',
    content: Type.Object({
      name: Text,
      target: Type.Union([TargetEngineSchema, Type.Null()]),
    }),
  }),
  draftEngine: define({ label: 'the target engine', content: Type.Object({ target: TargetEngineSchema }) }),
  renameDraft: define({ label: 'the new name', content: Type.Object({ name: Text }) }),
  attachPolicy: define({ label: 'the policy', content: Type.Object({ policy: OptionalText }) }),
  eraseLog: define({
    label: 'the log to erase',
    content: Type.Object({ stream: OptionalText, reason: Text }),
  }),
  loadJson: define({ label: 'the JSON to load', content: Type.Object({ text: Text }) }),
  /** Numbers are null where nothing is entered; `scratchCluster` is null where none is chosen. */
  fuzzRun: define({
    label: 'the new run',
    content: Type.Object({
      target: Text,
      seed: Amount,
      budgetBy: Type.Enum(['cases', 'time']),
      cases: Amount,
      minutes: Amount,
      threads: Amount,
      scratchCluster: OptionalText,
    }),
  }),
  /** Addresses by distribution; those that are absent are as they were saved. */
  docsAddresses: define({
    label: 'the documentation URLs',
    content: Type.Object({ elasticsearch: Type.Optional(Text), opensearch: Type.Optional(Text) }),
  }),
} as const;

export type RequestForm = keyof typeof KINDS;

export type TypedForm<Form extends RequestForm> = Static<(typeof KINDS)[Form]['content']>;

/** The content of a form, within a sentence. */
export function typedFormLabel(form: RequestForm): string {
  return KINDS[form].label;
}

/** The stored content of a form; null where this version can't read it. */
export function readTypedForm<Form extends RequestForm>(form: Form, values: unknown): TypedForm<Form> | null {
  return fits(KINDS[form].content, values) ? (values as TypedForm<Form>) : null;
}

/**
 * The stream that keeps the content of a form. `about`: the subject of the form, the cluster first. No events have this
 * name.
 */
export function typedFormStream(form: RequestForm, ...about: readonly string[]): string {
  return ['form', form, ...about.map(encodeURIComponent)].join('/');
}
