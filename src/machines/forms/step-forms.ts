import { Type } from 'typebox';
import { recordOf } from '#domain/json';
import type { TemplateStep } from './editor-tabs.ts';
import { defineForm, type AppliedCommand, type FormKind } from './form-kind.ts';

/** The text of each input that differs from the document. The whole section of a step as text is the input `json`. */
export const StepValuesSchema = recordOf(Type.String());
type StepValues = Readonly<Record<string, string>>;

interface StepFormTraits<Form extends string, Inputs> {
  readonly form: Form;
  readonly step: TemplateStep;
  readonly label: string;
  /** The labels of its inputs, for the step and for content that has lost its form. */
  readonly inputs: Inputs;
  /** The type of the command that applies it. */
  readonly appliedBy: string;
  readonly left?: (values: StepValues, command: AppliedCommand) => StepValues;
}

/** A form of a step in which a template is edited, apart from its mappings. */
function defineStepForm<const Form extends string, const Inputs extends Readonly<Record<string, string>>>({
  step,
  label,
  appliedBy,
  ...traits
}: StepFormTraits<Form, Inputs>): FormKind<Form, typeof StepValuesSchema, 'none'> & { readonly inputs: Inputs } {
  const kind = defineForm({
    ...traits,
    subject: 'none',
    content: StepValuesSchema,
    place: { step },
    label: () => label,
    isEmpty: (values) => Object.keys(values).length === 0,
    applies: ({ type }) => type === appliedBy,
  });
  return { ...kind, inputs: traits.inputs };
}

/** The inputs that a command has not applied. */
function withoutApplied(values: StepValues, { payload }: AppliedCommand): StepValues {
  const { set = {}, unset = [] } = payload as { readonly set?: object; readonly unset?: readonly string[] };
  const applied = [...Object.keys(set), ...unset];
  return Object.fromEntries(Object.entries(values).filter(([input]) => !applied.includes(input)));
}

export const logisticsForm = defineStepForm({
  form: 'logistics',
  step: 'logistics',
  label: 'logistics',
  inputs: {
    name: 'Name',
    index_patterns: 'Index patterns',
    data_stream: 'Data stream options',
    priority: 'Priority',
    order: 'Order',
    version: 'Version',
    allow_auto_create: 'Automatic index creation',
    ignore_missing_component_templates: 'Ignored missing component templates',
    _meta: '_meta field',
    others: 'Other members',
  },
  appliedBy: 'template.setLogistics',
  left: withoutApplied,
});

export const templateSettingsForm = defineStepForm({
  form: 'templateSettings',
  step: 'settings',
  label: 'settings',
  inputs: {
    number_of_shards: 'Primary shards',
    number_of_replicas: 'Replicas',
    refresh_interval: 'Refresh interval',
    codec: 'Codec',
    'mapping.total_fields.limit': 'Field limit',
    'lifecycle.name': 'ILM policy',
    'lifecycle.rollover_alias': 'Rollover alias',
  },
  appliedBy: 'template.setSettings',
});

export const templateAliasesForm = defineStepForm({
  form: 'templateAliases',
  step: 'aliases',
  label: 'aliases',
  inputs: {
    of: 'Alias',
    alias: 'Name',
    filter: 'Filter',
    routing: 'Routing',
    index_routing: 'Index routing',
    search_routing: 'Search routing',
    is_write_index: 'Write index',
    is_hidden: 'Hidden',
  },
  appliedBy: 'template.setAliases',
});

export const templateLifecycleForm = defineStepForm({
  form: 'templateLifecycle',
  step: 'lifecycle',
  label: 'lifecycle',
  inputs: { data_retention: 'Data retention' },
  appliedBy: 'template.setLifecycle',
});
