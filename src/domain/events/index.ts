export {
  type Author,
  type DocumentEvent,
  ERASED_NAME,
  EVENT_FORMAT,
  LOCAL_FORMAT,
  type Stamp,
  type StoredEvent,
  withoutPlace,
} from './event.ts';
export {
  clusterAuthor,
  idsOfPerson,
  isClusterAuthor,
  nameOfAuthor,
  personBehind,
  SERVER_READER,
} from './cluster-author.ts';
export { textInOrder } from './digest.ts';
export { deviceClockOf, type EventTimes, isTimeUnknown, timeOf } from './event-time.ts';
export { asOneLine, lineFault } from './one-line.ts';
export {
  commitmentTo,
  EVENT_LIMIT,
  EventTooLargeError,
  FIRST_HASH,
  INVERSE_LIMIT,
  type Recording,
  seal,
  type SealedRecord,
  sealRecorded,
  verifyChain,
} from './seal.ts';
export { FIRST_RULES, RULES } from './rules.ts';
export { sha256Hex } from './sha256.ts';
