import { lazyPart } from '../kit/lazy-part.tsx';

// The parts about a document are loaded with the document: the lists of a cluster have no document, and are painted
// first.
const load = () => import('./document-frame.tsx');

export const SaveState = lazyPart(async () => (await load()).SaveState);
export const HistoryButtons = lazyPart(async () => (await load()).HistoryButtons);
export const NameNotice = lazyPart(async () => (await load()).NameNotice);
export const DocumentNotices = lazyPart(async () => (await load()).DocumentNotices);

// Loaded only where a server records changes.
export const TrailState = lazyPart(async () => (await import('./trail-state.tsx')).TrailState);
