import type { TargetEngine } from '#domain/catalogue';
import { UsageError } from './errors.ts';

/** The engine that commands without a cluster decide for, unless another one is named. */
export const DEFAULT_ENGINE = 'elasticsearch@9.5';

const ENGINE = /^(elasticsearch|opensearch)@([0-9]{1,4}(?:\.[0-9]{1,4}){0,2})$/;

/** An engine as an option names it: `opensearch@2.19`. @throws UsageError */
export function readEngine(text: string, option: string): TargetEngine {
  const [, distribution, version = ''] = ENGINE.exec(text) ?? [];
  if (distribution === 'elasticsearch' || distribution === 'opensearch') return { distribution, version };
  throw new UsageError(`--${option} takes an engine as elasticsearch@8.19 or opensearch@2.19, not "${text}".`);
}
