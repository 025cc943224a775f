export {
  eventIdOf,
  formatLog,
  LogFaultError,
  looksLikeLog,
  looksLikeRecord,
  NO_RECORD,
  type OpenedLog,
  openLog,
  parseLog,
} from './log.ts';
export { hashLongRecords } from './long-records.ts';
export { summaryIn, findTornWrite } from './torn-write.ts';
