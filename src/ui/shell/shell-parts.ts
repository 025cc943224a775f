import { lazyPart } from '../kit/lazy-part.tsx';

/** Parts of the shell that the first screen does not wait for. */
export const StorageWaitNotice = lazyPart(async () => (await import('./storage-wait-notice.tsx')).StorageWaitNotice);
export const DeviceParts = lazyPart(async () => (await import('./device-parts.tsx')).DeviceParts);
export const CommandPalette = lazyPart(async () => (await import('./command-palette.tsx')).CommandPalette);
export const ShortcutsDialog = lazyPart(async () => (await import('./shortcuts-dialog.tsx')).ShortcutsDialog);
export const NameDialog = lazyPart(async () => (await import('./name-dialog.tsx')).NameDialog);
export const Tour = lazyPart(async () => (await import('./tour.tsx')).Tour);
export const RailNote = lazyPart(async () => (await import('./device-parts.tsx')).RailNote);
export const ErrorModal = lazyPart(async () => (await import('../kit/modal.tsx')).Modal);
