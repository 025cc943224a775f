import { reduce } from '#domain/commands';
import { createState, evolve } from '#domain/document';
import { asJson, applyPatch, formatJson, type JsonValue } from '#domain/json';
import { historyScript } from '../generate/histories.ts';
import { stampSource } from '../generate/stamps.ts';
import { freshCopy, isSameJson, isSameText } from '../generate/values.ts';
import { lawsAbout } from './history-law.ts';
import { expect } from './expect.ts';

const textOf = (body: Parameters<typeof applyPatch>[0]) => (body === undefined ? '' : formatJson(body));

export const eventLaws = lawsAbout('an event', {
  'leads there by its patch, and back to the very text by its inverse': () => ({
    onStep({ before, reduced, after }) {
      if (!('event' in reduced)) return;
      const { patch, inverse } = reduced.event;
      const there = applyPatch(before.body, patch);
      expect(isSameText(there.body, after.body)).toBe(true);
      const back = applyPatch(after.body, inverse ?? []);
      expect(isSameText(back.body, before.body)).toBe(true);
      expect(isSameJson(applyPatch(back.body, back.inverse).body, after.body)).toBe(true);
    },
  }),

  'never changes the state before it, nor is changed by it': () => ({
    onStep({ before, author, command }) {
      const body = textOf(before.body);
      const { tip, version } = before.history;
      const commandText = formatJson(command.payload as never);
      const reduced = reduce(before, command, stampSource(3)(author));
      expect(textOf(before.body)).toBe(body);
      expect(formatJson(command.payload as never)).toBe(commandText);
      if (!('event' in reduced)) return;
      const event = formatJson(asJson(reduced.event));
      evolve(before, reduced.event);
      expect(textOf(before.body)).toBe(body);
      expect(before.history.tip).toBe(tip);
      expect(before.history.version).toBe(version);
      expect(formatJson(asJson(reduced.event))).toBe(event);
    },
  }),

  'is the same whatever is remembered of the document': () => ({
    onStep({ before, author, command, reduced }) {
      const afresh = {
        ...createState({ body: freshCopy(before.body), mappingsAt: before.mappingsAt }),
        history: before.history,
      };
      const again = reduce(afresh, command, 'event' in reduced ? reduced.event : stampSource(3)(author));
      if (!('event' in reduced) || !('event' in again)) {
        expect(again).toEqual(reduced);
        return;
      }
      expect(formatJson(again.event.patch)).toBe(formatJson(reduced.event.patch));
      expect(again.event.summary).toBe(reduced.event.summary);
    },
  }),

  'is made of operations that change something': () => ({
    onStep({ before, reduced, after }) {
      // Parts of a batch may cancel one another out; a single command that changes nothing is no event.
      if (!('event' in reduced) || reduced.event.type === 'batch.applied' || reduced.event.undoes !== undefined) return;
      expect(textOf(after.body)).not.toBe(textOf(before.body));
    },
  }),
});

/** Commands that bring values of the sender's. */
export const payloadScripts = historyScript({
  kinds: ['addField', 'setParameters', 'replaceMappings', 'saveConfiguration', 'batch'],
});

export const payloadLaws = lawsAbout('an event', {
  'keeps nothing of the sender alive: what was sent may be changed afterwards': () => ({
    onStep({ before, author, command }) {
      const sent: JsonValue = freshCopy(command.payload as JsonValue);
      const reduced = reduce(before, { type: command.type, payload: sent }, stampSource(3)(author));
      if (!('event' in reduced)) return;
      const after = evolve(before, reduced.event);
      const [body, event] = [textOf(after.body), formatJson(asJson(reduced.event))];
      wreck(sent);
      expect(textOf(after.body)).toBe(body);
      expect(formatJson(asJson(reduced.event))).toBe(event);
    },
  }),
});

/** Writes to everything below a value that can be written to. */
function wreck(value: unknown): void {
  if (typeof value !== 'object' || value === null || Object.isFrozen(value)) return;
  for (const item of Object.values(value)) wreck(item);
  if (Array.isArray(value)) value.push('wrecked');
  else Object.defineProperty(value, 'wrecked', { value: true, enumerable: true, configurable: true });
}
