export { adoptEdits, type FileEdit } from './adopt-edits.ts';
export type { TemplateChange } from './changes.ts';
export {
  type CodePlan,
  formatPlan,
  isObstacle,
  planCode,
  type PlanHeader,
  type PlannedRequest,
  type TemplateRequest,
} from './code-plan.ts';
export {
  editCommentedJson,
  formatCommentedJson,
  newJsonText,
  parseCommentedJson,
  parseEditorSettings,
  placeInJson,
  placesInJson,
  type TextPlace,
} from './commented-json.ts';
export { codeDrift, type CodeDrift, type CodeDriftItem, formatDrift } from './code-drift.ts';
export { codeSchema } from './json-schemas.ts';
export { compareIndex, indexAsFile, type LiveIndex } from './index-comparison.ts';
export { digestOf } from './digest.ts';
export { type IndexRequest, indexRequestState } from './index-plan.ts';
export { hasStepsOf, type IndexReplacement, nextIndexName } from './index-replacement.ts';
export {
  CODE_FOLDERS,
  CODE_KINDS,
  formatAddress,
  kindTitle,
  OBJECT_KINDS,
  parseObjectAddress,
  type ObjectAddress,
  type TemplateAddress,
} from './kinds.ts';
export { CODE_LIMITS } from './limits.ts';
export { collisionKey, fileNameProblem, fileStemOf } from './object-name.ts';
export {
  type CodeIndex,
  type CodeObject,
  type FileProblem,
  isCodeIndex,
  isCodeTemplate,
  objectsOf,
  OVERLAYS_FOLDER,
  placeOfFile,
  type SourceFile,
} from './objects.ts';
export { placeInOverlay } from './overlay.ts';
export type { ChangeClass, ClusterFacts, CodePlanItem, PlanChoices } from './plan-item.ts';
export { type Project, PROJECT_FILE, readProject } from './project.ts';
export type { RecordedFacts } from './prune.ts';
export { mappingAddition, type WriteIndex } from './write-index-update.ts';
export { claimedStreams, type Rollover, type WriteIndexUpdate } from './write-indices.ts';
export { type KnownReferences, type ReferenceKind, referencesOf } from './references.ts';
