export { defaultsInForce, defaultsInTemplate, type DefaultInForce, type DefaultOrigin } from './defaults-in-force.ts';
export { describeValue } from './describe-value.ts';
export {
  checkDocumentTest,
  type CheckedDocumentTest,
  describeDifference,
  documentTestRunner,
} from './document-test.ts';
export {
  type DocumentExpectation,
  type DocumentTest,
  DocumentTestSchema,
  MAX_TEST_NAME_LENGTH,
} from './document-test-schema.ts';
export { mappingsOfNewIndex } from './index-mode.ts';
export { DOCUMENT_LIMITS } from './limits.ts';
export {
  EXPECTATION_KINDS,
  type ExpectationKind,
  expectationOf,
  kindOfExpectation,
  proposedKind,
} from './proposed-expectation.ts';
export type { DocumentTrial, TriedIndex, TriedValue } from './trial.ts';
export { documentTrials, tryDocument } from './try-document.ts';
export { withAddedFields } from './with-added.ts';
