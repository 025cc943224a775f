export type { DocumentCheck } from './check-documents.ts';
export { addMissing, unmappedOutcomes, unseenFields } from './comparison.ts';
export { indexBody, withChoices } from './choices.ts';
export { DocumentCollector, type DocumentFault } from './collector.ts';
export type { CutListener } from './cut-documents.ts';
export { encodingFault, INPUT_FORMS, type InputForm } from './document-form.ts';
export { DocumentReader } from './document-reader.ts';
export { CHECKED_DOCUMENTS, type CheckedMapping, Inference } from './inference.ts';
export { InputFaultError } from './input-fault.ts';
export { type InferredField, type InferredMapping, missingFields, proposeMapping } from './propose.ts';
export { encodeUtf8 } from './utf8.ts';
export {
  checkFinding,
  definitionText,
  documentsText,
  dynamicText,
  figuresText,
  type Finding,
  ignoredFinding,
  mappingFindings,
  refusalFindings,
  unmappedText,
} from './words.ts';
export { cutText } from './cut-text.ts';
