import type { Command, Reduced } from '#domain/commands';
import { inStep } from '../case/steps.ts';

/** A command of an author in a sentence: its summary, or why it was rejected. */
export function stepInWords(who: string, { type, payload }: Command, reduced: Reduced): string {
  if ('event' in reduced) return `${who}: ${reduced.event.summary}`;
  const what = `${who}: ${type} ${inStep(payload as never)}`;
  return 'rejected' in reduced ? `${what}, refused: ${reduced.rejected.code}` : `${what}, which changes nothing`;
}
