export { adoptEdits, type FileEdit } from './adopt-edits.ts';
export type { TemplateChange } from './changes.ts';
export {
  type ChangeClass,
  type ClusterFacts,
  type CodePlan,
  type CodePlanItem,
  formatPlan,
  planCode,
  type PlanHeader,
  type PlannedRequest,
} from './code-plan.ts';
export {
  editCommentedJson,
  formatCommentedJson,
  newJsonText,
  parseCommentedJson,
  placeInJson,
  placesInJson,
  type TextPlace,
} from './commented-json.ts';
export { codeDrift, type CodeDrift, type CodeDriftItem, formatDrift } from './code-drift.ts';
export { CODE_FOLDERS, CODE_KINDS, formatAddress, type ObjectAddress } from './kinds.ts';
export { templateSchema } from './json-schemas.ts';
export { CODE_LIMITS } from './limits.ts';
export { collisionKey, fileNameProblem, fileStemOf } from './object-name.ts';
export {
  type CodeObject,
  type FileProblem,
  objectsOf,
  OVERLAYS_FOLDER,
  placeOfFile,
  type SourceFile,
} from './objects.ts';
export { isProjectName, NAME_RULE, type Project, PROJECT_FILE, readProject } from './project.ts';
export { type KnownReferences, type ReferenceKind, referencesOf } from './references.ts';
