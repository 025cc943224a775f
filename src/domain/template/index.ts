export { definedNames } from './defined-names.ts';
export {
  type ComponentTemplate,
  type ComponentTemplateItem,
  componentTemplateItemOf,
  componentTemplateOf,
  serializeComponentTemplate,
} from './component-template.ts';
export {
  aliasesOfIndex,
  type ComponentBodies,
  type ComposedProblem,
  type ComposedTemplate,
  composeLayers,
  composeLegacy,
  composeTemplate,
  indexLayersOf,
  layersOf,
  partOf,
  type TemplateLayer,
} from './compose.ts';
export {
  type ClusterTemplates,
  type TemplateChange,
  type TemplateConflict,
  templateConflicts,
  templatesAfter,
  templatesUsing,
  streamsOf,
} from './conflicts.ts';
export {
  type ContributedItem,
  type Contribution,
  contributionsOf,
  type LaterLayer,
  type NamedComponent,
} from './contributions.ts';
export {
  ilmPolicyNameOf,
  type IndexTemplateItem,
  indexTemplateItemOf,
  type TemplateSections,
} from './index-template.ts';
export { type BodyKind, kindsAt, locateMappings, type MappingsPlace, settingsBeside } from './locate.ts';
export {
  logisticsInputs,
  type LogisticsInput,
  logisticsOf,
  logisticsText,
  patternsProblem,
  readLogistics,
  type TemplateFormKind,
} from './logistics-form.ts';
export { aliasFindings, bodyFindings, type BodyFindings } from './body-findings.ts';
export { describeLeftOut, NoMappingsError, type PastedBody, pastedBodies } from './pasted.ts';
export { asAnswered, canonicalTemplate, isSameTemplate, sendableTemplate } from './same-template.ts';
export {
  aliasDifferences,
  differenceTexts,
  mappingDifferences,
  settingDifferences,
  type StoredDifference,
  templateDifferences,
} from './stored-differences.ts';
export { missingComponents, newIndexOf, type NewIndex } from './new-index.ts';
export { templateRefusals } from './template-refusals.ts';
export { dataStreamAround, templateAround } from './template-around.ts';
export { modeIn } from './index-mode.ts';
export { settingIn, withSetting } from './setting-value.ts';
export {
  composableMatcher,
  composableTargets,
  legacyTargets,
  isMeantBy,
  type MatchedTemplates,
  matchingLegacyTemplates,
  matchingTemplate,
  partsOfTemplate,
  patternsOverlap,
  targetOfTemplate,
  templateMatcher,
  type TemplateTarget,
  templatesOfIndices,
} from './matching-templates.ts';
export { KIND_NOUNS, mappingsAtOf, mappingsPlaceIn, NOUN_KINDS, templateMappingsAt } from './mappings-of-stream.ts';
export type { FieldRenames } from './field-renames.ts';
export { compareParts, compareTemplates, compareVersions, type PartChange } from './part-changes.ts';
export type { PartSection } from './part-items.ts';
export { type ComparedKind, compareThreeWay, type Deed, type ThreeWayItem } from './three-way-items.ts';
export { simulationBody } from './simulation.ts';
export type { ServerComponentTemplate, ServerTemplate } from './template-entities.ts';
export {
  indexPatternProblem,
  indexPatternWarning,
  templateNameProblem,
  templateTargetProblem,
} from './template-names.ts';
export { sectionAt, type TemplatePlace, templatePlaceOf, type TemplateSection } from './template-place.ts';
export { isLegacyBody, isManaged, templateType, type TemplateType } from './template-type.ts';
