export { ALIAS_ACTION_MEMBERS, ALIAS_MEMBERS } from './alias-members.ts';
export {
  acceptsParameter,
  canHaveChildFields,
  canHaveMultiFields,
  CATALOGUE,
  type Catalogue,
  childContainerOf,
  isAliasTargetType,
  mainTypeOf,
  missingPartOf,
  OTHER_TYPE,
  parameterOf,
  parametersOf,
  selectableTypes,
  synonymsOf,
  typeEntry,
  typeNames,
  typeTitle,
  validateParameter,
} from './catalogue.ts';
export {
  COMPOSITE_TYPES,
  CONFIGURATION,
  DERIVED_FIELD_TYPES,
  type MemberTypeEntry,
  RUNTIME_FIELD_TYPES,
  RUNTIME_SCRIPT_ERRORS,
} from './configuration.ts';
export {
  type DateFormatFault,
  dateFormatFault,
  dateFormatRefusal,
  dynamicDateFormatsFault,
  dynamicDateFormatsRefusal,
} from './date-format-fault.ts';
export { docsUrl, fieldTypesDocs } from './docs.ts';
export type { AnalyzerEditor, Editor, Option, SelectEditor } from './editors.ts';
export {
  compareVersions,
  type Distribution,
  ENGINE_NAMES,
  type Engines,
  engineTitle,
  isKnownBy,
  type TargetEngine,
} from './engines.ts';
export { INDEX_SETTINGS, type IndexSetting, type SettingChange, type SettingValue } from './index-settings.ts';
export { MESSAGES, NOTES } from './messages.ts';
export {
  CUSTOM_OPTION,
  FORMAT_SEPARATOR,
  INDEX_DEFAULT,
  LANGUAGE_OPTION,
  offeredOptions,
  type OfferedOption,
} from './options.ts';
export { type ReferenceParameter, referenceText, type ReferenceType, referenceTypes } from './reference.ts';
export { frequencyBoundError, type FrequencyMode, isAbsoluteFilter, segmentSizeError } from './rules.ts';
export type { ChildContainer, DocsPages, Parameter, TypeFamily } from './types.ts';
