export {
  configurationChanges,
  type ConfigurationEdits,
  configurationErrors,
  differingEdits,
  readConfigurationForm,
  withConfigurationEdits,
  withInherited,
} from './configuration-form.ts';
export { formatTemplates, readTemplates, repeatedTemplateNames } from './dynamic-templates.ts';
export { extractMappingsDefinition, hasSeveralTypes } from './extract-mappings.ts';
export {
  CHILD_CONTAINERS,
  childId,
  dottedPath,
  type FieldAddress,
  type FieldId,
  parseFieldId,
  resolvePath,
  rootContainer,
  typeOf,
} from './field.ts';
export { asEnginesRead, expandDots } from './expand-dots.ts';
export { extendedConfiguration, inheritedConfiguration } from './inherited-configuration.ts';
export { pointerWithoutDots } from './pointer-without-dots.ts';
export { levelsOf } from './field-names.ts';
export { nameRefusal } from './name-refusals.ts';
export type { ForeseenRefusal } from './foreseen-refusal.ts';
export { commonRefusals, documentAlterations, documentRefusals, fieldRefusals } from './document-refusals.ts';
export { foreseenRefusals } from './foreseen-refusals.ts';
export { fieldCount, maxNestedDepth, type Summary, summaryOf } from './folds.ts';
export { DEFAULT_FIELD_LIMIT, FIELD_LIMIT_SETTING, limitedFieldCount, TYPE_REASONS } from './limit-refusals.ts';
export { fieldAlone, hasOwnValues, mappingsOfNoField } from './field-alone.ts';
export { mappingSettingNames, scratchDefinition, settingsForMappings } from './mapping-settings.ts';
export { countOfChanges, type MappingUpdatePlan, planMappingUpdate } from './live-changes.ts';
export { dynamicAround, notEnabledAround } from './dynamic-around.ts';
export { definitionReindexNeeds } from './live-field-changes.ts';
export { importFault } from './validate-mappings.ts';
export { type RefusedField, refusedFields, withoutFields } from './refused-fields.ts';
export { storedDynamicTemplates } from './stored-dynamic-templates.ts';
export { isSamePoint } from './points.ts';
export { mergeUpdate } from './merge-update.ts';
export { withOthersChanges } from './others-changes.ts';
export { deNormalize, type FieldEntity, normalize } from './normalize.ts';
export { aliasesTo, referencesTo, renameReferences } from './references.ts';
export { type Expansion, type FieldRow, isExpanded, visibleRows, type VisibleRows } from './rows.ts';
export {
  COMPUTED_CONTAINERS,
  type ComputedContainer,
  computedFields,
  readRuntimeForm,
  type RuntimeFieldEdits,
  type RuntimeFieldForm,
  runtimeFormErrors,
  withRuntimeEdits,
} from './runtime-form.ts';
export { searchEntries, type SearchEntry } from './search-entries.ts';
export { PATH_SEPARATOR } from './search-pattern.ts';
export { findEntries, indexOfEntry, matchIn, prepareSearch, searchFields } from './search.ts';
export { type ImportError, importErrorText, validateMappings } from './validate-mappings.ts';
