import { redaction } from '../actions/redaction.ts';
import type { UnrecordedActions } from '../console/dispatch.ts';
import { REASONS, type Reasons } from '../console/reasons.ts';
import { addressList, type TrustedProxy } from '../trusted-proxy.ts';
import { SettingsError } from './cluster-settings.ts';

/** What is recorded of actions on clusters. */
export const ACTION_OPTIONS = {
  redact: { type: 'string', multiple: true, default: [] as string[] },
  'unrecorded-actions': { type: 'string', default: 'refuse' },
  reasons: { type: 'string', default: 'optional' },
  'keep-actions': { type: 'string' },
  'trusted-proxy': { type: 'string', multiple: true, default: [] as string[] },
  'user-header': { type: 'string' },
} as const;

export interface ActionSettings extends TrustedProxy {
  /** Patterns of members whose values are not recorded. */
  readonly redact: readonly string[];
  readonly unrecordedActions: UnrecordedActions;
  readonly reasons: Reasons;
  /** How long actions are kept; absent for ever. */
  readonly keepActionsDays?: number;
}

interface Flags {
  readonly redact: readonly string[];
  readonly 'unrecorded-actions': string;
  readonly reasons: string;
  readonly 'keep-actions'?: string | undefined;
  readonly 'trusted-proxy': readonly string[];
  readonly 'user-header'?: string | undefined;
}

/** @throws SettingsError */
export function readActionFlags(flags: Flags): ActionSettings {
  return {
    redact: readPatterns(flags.redact),
    unrecordedActions: readChoice('--unrecorded-actions', flags['unrecorded-actions'], ['refuse', 'allow']),
    reasons: readChoice('--reasons', flags.reasons, REASONS),
    ...readDays(flags['keep-actions']),
    ...readProxy(readList(flags['trusted-proxy']), flags['user-header']),
  };
}

/** The items of an option that takes several, with commas between them or given several times. */
function readList(texts: readonly string[]): readonly string[] {
  return texts
    .flatMap((text) => text.split(','))
    .map((item) => item.trim())
    .filter((item) => item !== '');
}

const HEADER_NAME = /^[!#$%&'*+.^_`|~0-9a-z-]{1,64}$/;

function readProxy(trustedProxies: readonly string[], header: string | undefined) {
  try {
    addressList(trustedProxies);
  } catch (error) {
    if (error instanceof RangeError) throw new SettingsError(`--trusted-proxy: ${error.message}`);
    throw error;
  }
  if (header === undefined) return { trustedProxies };
  if (trustedProxies.length === 0)
    throw new SettingsError('--user-header needs --trusted-proxy: anyone else could send that header, too.');
  const userHeader = header.toLowerCase();
  if (!HEADER_NAME.test(userHeader) || ['authorization', 'cookie', 'host'].includes(userHeader))
    throw new SettingsError(`--user-header is the name of a header such as x-forwarded-user, not "${header}".`);
  return { trustedProxies, userHeader };
}

function readPatterns(texts: readonly string[]): readonly string[] {
  const patterns = readList(texts);
  try {
    redaction(patterns);
  } catch (error) {
    if (error instanceof RangeError) throw new SettingsError(`--redact: ${error.message}`);
    throw error;
  }
  return patterns;
}

/** A hundred years. */
const MAX_DAYS = 36_500;

function readDays(text: string | undefined): { readonly keepActionsDays?: number } {
  if (text === undefined) return {};
  const days = /^\d{1,5}$/.test(text) ? Number(text) : 0;
  if (days < 1 || days > MAX_DAYS)
    throw new SettingsError(`--keep-actions is a number of days from 1 to ${MAX_DAYS}, not "${text}".`);
  return { keepActionsDays: days };
}

function readChoice<const Choice extends string>(flag: string, text: string, choices: readonly Choice[]): Choice {
  const choice = choices.find((each) => each === text);
  if (choice === undefined) throw new SettingsError(`${flag} is one of ${choices.join(', ')}, not "${text}".`);
  return choice;
}
