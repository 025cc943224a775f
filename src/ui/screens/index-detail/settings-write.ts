import type { TargetEngine } from '#domain/catalogue';
import { deepEqual, type JsonObject } from '#domain/json';
import type { FailedStep } from '../../../machines/reviewed-write-machine.ts';
import type { WritePorts } from '../../review/use-reviewed-write.ts';

/** A change to the settings of one index, as reviewed. */
export interface SettingsWrite {
  /** The editable settings that the review compared with. */
  readonly expected: JsonObject;
  readonly target: TargetEngine;
  /** Settings by flat name; null resets one to its default. */
  readonly body: JsonObject;
  /** Closes the index for the change, and opens it again even where the change fails. */
  readonly isClosing: boolean;
  readonly reason?: string | undefined;
}

export interface SettingsCalls {
  readonly readSettings: (target: TargetEngine) => Promise<JsonObject>;
  readonly closeIndex: (reason: string | undefined) => Promise<unknown>;
  readonly changeSettings: (body: JsonObject, reason: string | undefined) => Promise<unknown>;
  readonly openIndex: (reason: string | undefined) => Promise<unknown>;
  /** Called after the change, before the settings are read again. */
  readonly onChanged: () => void;
  readonly onSettled: () => void;
}

/** The calls of an update, in order; `verify` reads the settings again after the change. */
export type SettingsStep = 'read' | 'close' | 'change' | 'open' | 'verify';

interface FailedCall {
  readonly step: SettingsStep;
  readonly error: unknown;
}

/** The settings were not changed, or the index was not opened again, or both. */
class SettingsUpdateError extends Error {
  override readonly name = 'SettingsUpdateError';
  /** In the order in which they failed. */
  readonly failures: readonly FailedCall[];

  constructor(failures: readonly FailedCall[]) {
    super('Not all calls of the update were done');
    this.failures = failures;
  }
}

/**
 * The update of the settings of an index: read the live settings and stop where they are not the reviewed ones; close
 * where needed, change, open again, read the result. An index that was closed is opened again even where the change
 * fails.
 */
export function settingsPorts(calls: SettingsCalls): WritePorts<SettingsWrite, void, null> {
  return {
    async compare({ expected, target }) {
      const live = await calls.readSettings(target);
      return deepEqual(live, expected) ? { kind: 'unmoved' } : { kind: 'moved', conflict: null };
    },
    async send({ body, isClosing, reason }) {
      const failures: FailedCall[] = [];
      const attempt = async (step: SettingsStep, call: () => Promise<unknown>) => {
        try {
          await call();
        } catch (error) {
          failures.push({ step, error });
        }
      };
      if (isClosing) await attempt('close', () => calls.closeIndex(reason));
      if (failures.length === 0) {
        await attempt('change', () => calls.changeSettings(body, reason));
        if (isClosing) await attempt('open', () => calls.openIndex(reason));
      }
      if (failures.length > 0) throw new SettingsUpdateError(failures);
    },
    async follow({ target }) {
      calls.onChanged();
      await calls.readSettings(target);
    },
    onSettled: calls.onSettled,
  };
}

/** The calls that failed, in the order in which they did. */
export function failedCalls(failure: FailedStep | null): readonly FailedCall[] {
  if (failure === null) return [];
  const { step, error } = failure;
  if (error instanceof SettingsUpdateError) return error.failures;
  return [{ step: step === 'follow' ? 'verify' : 'read', error }];
}
