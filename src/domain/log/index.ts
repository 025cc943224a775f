export {
  eventIdOf,
  formatLog,
  LogFaultError,
  looksLikeLog,
  looksLikeRecord,
  namesByCommitment,
  type NamesByCommitment,
  NO_RECORD,
  type OpenedLog,
  openLog,
  parseLog,
  readEvent,
  recordedAtOf,
  versionOf,
} from './log.ts';
export { checkedName, formatLogFile, isNameLine, isRecordOf, isSameEvent, namesFor, parseLogFile } from './log-file.ts';
export { hashLongRecords } from './long-records.ts';
export { confirmOutbox, rebaseOutboxRecords } from './outbox.ts';
export {
  chainAfter,
  checkEnd,
  cutRecords,
  EMPTY_HEAD,
  headAfter,
  sealAfter,
  sealRecordedAfter,
  type StreamHead,
} from './stream-head.ts';
export { restoredRecords } from './restored-records.ts';
export { summaryIn, findTornWrite } from './torn-write.ts';
