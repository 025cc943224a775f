import type { DocumentEvent } from '#domain/events';
import { asJson, deepEqual, formatJson } from '#domain/json';
import { formatLog, openLog, parseLog } from '#domain/log';
import { sealAll } from '../generate/histories.ts';
import { isSameJson } from '../generate/values.ts';
import { lawsAbout } from './history-law.ts';
import { expect } from './expect.ts';

const asValue = (event: DocumentEvent) => asJson(event);

export const sealLaws = lawsAbout('a sealed log', {
  'opens to the events that were sealed': () => ({
    holds({ events }) {
      const records = sealAll(events);
      const opened = openLog(parseLog(formatLog(records)));
      expect(opened.lastHash).toBe(records.at(-1)?.hash ?? '');
      expect(opened.newerFormat).toBeUndefined();
      opened.events.forEach((event, index) => {
        const { stream, version, inverse, ...rest } = event;
        const { inverse: original, ...sealed } = events[index] as DocumentEvent;
        expect([stream, version]).toEqual(['draft/test', index + 1]);
        expect(isSameJson(asValue(rest), asValue(sealed))).toBe(true);
        if (inverse !== undefined || formatJson(original as never).length <= 16 * 1024)
          expect(deepEqual(inverse, original)).toBe(true);
      });
      expect(parseLog(formatLog(records))).toEqual(records);
    },
  }),
});
