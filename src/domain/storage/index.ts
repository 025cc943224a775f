export { openStorageState, reduceStorage, type StorageCommand } from './commands.ts';
export { STORAGE_STREAM, storageRecordOf, type RestoredBy } from './storage-record.ts';
