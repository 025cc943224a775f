export { customAnalyzers } from './analyzers.ts';
export {
  type ComponentTemplate,
  type ComponentTemplateItem,
  componentTemplateItemOf,
  componentTemplateOf,
  serializeComponentTemplate,
} from './component-template.ts';
export {
  ilmPolicyNameOf,
  type IndexTemplateItem,
  indexTemplateItemOf,
  type TemplateSections,
} from './index-template.ts';
export { type BodyKind, locateMappings, type MappingsPlace } from './locate.ts';
export { matchingLegacyTemplates, matchingTemplate, type TemplateTarget } from './matching-templates.ts';
export { simulationBody } from './simulation.ts';
export type { ServerComponentTemplate, ServerTemplate } from './template-entities.ts';
export { indexPatternProblem, templateNameProblem, templateTargetProblem } from './template-names.ts';
export { isLegacyBody, isManaged, templateType } from './template-type.ts';
