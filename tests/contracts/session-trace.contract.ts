import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { SessionTrace, TraceEntry } from '#domain/ports';
import { HOSTILE_NAMES } from './sample-history.ts';

export interface OpenedTrace {
  readonly trace: SessionTrace;
  readonly limit: number;
  destroy(): Promise<void>;
}

/** What every `SessionTrace` does. */
export function describeSessionTrace(name: string, open: () => Promise<OpenedTrace>): void {
  describe(`${name} as a session trace`, () => {
    let opened: OpenedTrace;

    beforeEach(async () => {
      opened = await open();
    });
    afterEach(() => opened.destroy());

    function entry(stream: string, payload: unknown): TraceEntry {
      const at = '2026-11-21T03:10:08.123Z';
      return {
        at,
        stream,
        visit: 'visit',
        version: 1,
        command: { type: 'search:update', payload },
        patch: [{ op: 'replace', path: '/search', value: payload }],
      };
    }

    it('reads the entries of a stream, oldest first', async () => {
      const { trace } = opened;
      expect(await trace.read('draft/a')).toEqual([]);
      for (const payload of ['h', 'ho', 'hos']) await trace.append(entry('draft/a', payload));
      await trace.append(entry('draft/b', 'other'));
      expect(await trace.read('draft/a')).toEqual(['h', 'ho', 'hos'].map((payload) => entry('draft/a', payload)));
    });

    it('keeps hostile names and integers beyond 2^53', async () => {
      const { trace } = opened;
      for (const stream of HOSTILE_NAMES) {
        const payload = Object.fromEntries([...HOSTILE_NAMES.map((key) => [key, key]), ['id', 9007199254740993n]]);
        await trace.append(entry(stream, payload));
        expect(await trace.read(stream)).toEqual([entry(stream, payload)]);
      }
    });

    it('keeps no entry that is no JSON', async () => {
      const { trace } = opened;
      await expect(trace.append(entry('draft/a', { run: () => 1 }))).rejects.toThrow(
        expect.objectContaining({ name: 'NotJsonError' }),
      );
      expect(await trace.read('draft/a')).toEqual([]);
    });

    it('keeps the newest entries of each stream, and no more than the limit', async () => {
      const { trace, limit } = opened;
      await trace.append(entry('draft/b', 'old'));
      await Promise.all(Array.from({ length: limit + 3 }, (_, index) => trace.append(entry('draft/a', index))));
      const kept = await trace.read('draft/a');
      expect(kept.map(({ command }) => command.payload)).toEqual(
        Array.from({ length: limit }, (_, index) => index + 3),
      );
      expect(await trace.read('draft/b')).toHaveLength(1);
    });
  });
}
