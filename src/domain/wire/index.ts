export { BODY_LIMITS, bodyKindOf, type BodyLimits, bodyRefusal } from './body-limits.ts';
export { API_BASE, LINES_TYPE, type RouteContract } from './contract.ts';
export {
  AUTHOR_HEADER,
  CHANGES_HEADER,
  CHANGES_IN_BODY,
  DEVICE_HEADER,
  LAB_PART_LENGTH,
  MAX_AUTHOR_ID_LENGTH,
  MAX_AUTHOR_NAME_LENGTH,
  MAX_CLAIMS,
  MAX_COUNTED_INDICES,
  MAX_DEVICE_SECRET_LENGTH,
  MAX_DEVICES,
  MAX_DOCUMENT_PAGE,
  MAX_ESTIMATED_FIELDS,
  MAX_EVENTS,
  MAX_LAB_CASES,
  MAX_LAB_NAME_LENGTH,
  MAX_LAB_SECONDS,
  MAX_LAB_SEED,
  MAX_LISTED_LENGTH,
  MAX_LISTED_NAMES,
  MAX_NAMES,
  MAX_REASON_LENGTH,
  MAX_RECORDS,
  MAX_REHEARSAL_GROUPS,
  MAX_SAMPLE_LENGTH,
  MAX_VERIFIED_EVENTS,
  MAX_WAIT_SECONDS,
  MIN_DEVICE_SECRET_LENGTH,
  OPERATOR_HEADER,
  REASON_HEADER,
  REHEARSAL_SIZES,
  SAMPLE_KINDS,
  SAMPLE_SIZES,
} from './limits.ts';
export { formatRecoveryCode, parseRecoveryCode, RECOVERY_BYTES, recoveryCode } from './recovery-code.ts';
export { routeCallsSource } from './route-calls-of.ts';
export { routeCall, type RouteCall } from './route-calls.ts';
export { type RouteAnswer, type RouteId, type RouteInput, ROUTES } from './routes.ts';
