export { openStorageState, reduceStorage, type StorageCommand } from './commands.ts';
export { STORAGE_STREAM, storageRecordOf } from './storage-record.ts';
