import {
  describeRetention,
  downsamplingRounds,
  formatRetention,
  lifecycleOf,
  otherLifecycleMembers,
  parseRetention,
  type DataStreamLifecycle,
  type LifecycleChange,
  countOf,
} from '#domain/console';
import { formatJson, pickMembers, type JsonObject } from '#domain/json';
import type { TypedForm } from '../../platform/typed-forms.ts';

type LifecycleInputs = TypedForm<'dataStreamLifecycle'>;
type Fact = readonly [name: string, value: string];

/** The form for a lifecycle; without an amount where the form can't show the stored retention. */
export function lifecycleInputs(lifecycle: DataStreamLifecycle | undefined): LifecycleInputs {
  const retention = parseRetention(lifecycle?.dataRetention ?? '');
  return {
    isEnabled: lifecycle?.enabled ?? true,
    isLimited: lifecycle?.dataRetention !== undefined,
    amount: retention?.amount ?? null,
    unit: retention?.unit ?? 'd',
  };
}

interface LifecycleReading {
  /** The stored retention that the form can't show; an empty amount keeps it. */
  readonly kept: string | undefined;
  /** Null where the amount is missing or invalid. */
  readonly change: LifecycleChange | null;
}

/** Reads the form for a lifecycle. A retention that was not edited stays as it is stored, whatever its unit. */
export function readLifecycleForm(
  { isEnabled, isLimited, amount, unit }: LifecycleInputs,
  lifecycle: DataStreamLifecycle | undefined,
): LifecycleReading {
  const stored = lifecycle?.dataRetention;
  const shown = parseRetention(stored ?? '');
  const kept = shown === null ? stored : undefined;
  if (!isLimited) return { kept, change: { enabled: isEnabled } };
  const isAsStored = amount === (shown?.amount ?? null) && (shown === null || unit === shown.unit);
  if (isAsStored && stored !== undefined) return { kept, change: { enabled: isEnabled, dataRetention: stored } };
  if (amount !== null && amount >= 1 && Number.isSafeInteger(amount))
    return { kept, change: { enabled: isEnabled, dataRetention: formatRetention({ amount, unit }) } };
  // The retention isn't asked for while the lifecycle is off.
  return {
    kept,
    change: isEnabled ? null : { enabled: false, ...(stored !== undefined && { dataRetention: stored }) },
  };
}

/** What a lifecycle means for the data, in words. */
export function describeLifecycle(
  lifecycle: (LifecycleChange & Pick<DataStreamLifecycle, 'effectiveRetention'>) | null | undefined,
): string {
  if (lifecycle === undefined || lifecycle === null) return 'No data stream lifecycle.';
  if (!lifecycle.enabled) return 'The lifecycle is disabled. No data is deleted.';
  const retention = lifecycle.effectiveRetention ?? lifecycle.dataRetention;
  if (retention === undefined || retention === '-1') return 'Data is kept indefinitely.';
  return `Data older than ${describeRetention(retention)} is deleted.`;
}

/** A lifecycle as it is stored, read. */
export function fromStored(stored: JsonObject | null): DataStreamLifecycle | null {
  return stored && lifecycleOf(stored);
}

const DETERMINED_BY: ReadonlyMap<string, string> = new Map([
  ['data_stream_configuration', 'set on the data stream'],
  ['default_global_retention', 'cluster default'],
  ['max_global_retention', 'cluster maximum'],
]);

/** The retention in force and everything else that a lifecycle holds. */
export function lifecycleFacts(lifecycle: DataStreamLifecycle): readonly Fact[] {
  const { dataRetention, effectiveRetention, retentionDeterminedBy, stored } = lifecycle;
  const by = retentionDeterminedBy && ` (${DETERMINED_BY.get(retentionDeterminedBy) ?? retentionDeterminedBy})`;
  return [
    // Where they are the same, the one in force says it all.
    ...(dataRetention === undefined || effectiveRetention === undefined || effectiveRetention === dataRetention
      ? []
      : [['Data retention', describeRetention(dataRetention)] as const]),
    ...(effectiveRetention === undefined
      ? []
      : [['Effective retention', `${describeRetention(effectiveRetention)}${by ?? ''}`] as const]),
    ...others(stored, ''),
  ];
}

/** The same and what it means for the data, in one text. */
export function describeWhole(lifecycle: DataStreamLifecycle | null): string {
  const facts = lifecycle === null ? [] : lifecycleFacts(lifecycle);
  return [describeLifecycle(lifecycle), ...facts.map(([name, value]) => `${name}: ${value}`)].join(' ');
}

/** Everything in a lifecycle that the form does not change. */
export function keptFacts(stored: JsonObject | null): readonly Fact[] {
  return stored === null ? [] : others(stored, ' Not changed.');
}

function others(stored: JsonObject, note: string): readonly Fact[] {
  const rounds = downsamplingRounds(stored);
  const rest = pickMembers(otherLifecycleMembers(stored), (key) => rounds === null || key !== 'downsampling');
  return [
    ...(rounds === null ? [] : [['Downsampling', `${describeRounds(rounds)}.${note}`] as const]),
    ...Object.keys(rest).map(
      (key) => [key, `${formatJson(rest[key] ?? null)}${note === '' ? '' : `.${note}`}`] as const,
    ),
  ];
}

function describeRounds(rounds: NonNullable<ReturnType<typeof downsamplingRounds>>): string {
  const list = rounds.map(({ after, interval }) => `to ${interval} after ${describeRetention(after)}`).join(', ');
  return `${countOf(rounds.length, 'round')}: ${list}`;
}
