import { lazyPart } from '../kit/lazy-part.tsx';

// What a screen shows of its document comes with the document: the lists of a cluster have none, and are painted first.
const load = () => import('./document-frame.tsx');

export const SaveState = lazyPart(async () => (await load()).SaveState);
export const HistoryButtons = lazyPart(async () => (await load()).HistoryButtons);
export const NameNotice = lazyPart(async () => (await load()).NameNotice);
export const DocumentNotices = lazyPart(async () => (await load()).DocumentNotices);

// Only where a server records changes.
export const TrailState = lazyPart(async () => (await import('./trail-state.tsx')).TrailState);
