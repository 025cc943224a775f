export { DocumentCollector, type DocumentFault } from './collector.ts';
export { type CutListener, documentCutter, type DocumentForm } from './cut-documents.ts';
export { type InferredField, type InferredMapping, missingFields, proposeMapping } from './propose.ts';
export { MAX_DOCUMENT_BYTES } from './limits.ts';
export { encodeUtf8 } from './utf8.ts';
