import { describe, expect, it } from 'vitest';
import type { TrailRegister } from '../../src/server/trail/trail-register.ts';

const AT = '2026-11-22T10:00:00.000Z';

export interface OpenedRegister {
  readonly register: TrailRegister;
  /** The register as it is after whoever wrote to it has ended; the same one where nothing outlives the process. */
  reopen(): Promise<TrailRegister>;
  destroy(): Promise<void>;
}

/** What a register of a trail keeps of the secrets of devices. */
export function trailRegisterContract(open: () => Promise<OpenedRegister>): void {
  const withRegister = async (run: (opened: OpenedRegister) => Promise<void>) => {
    const opened = await open();
    try {
      await run(opened);
    } finally {
      await opened.destroy();
    }
  };

  describe('digests of devices', () => {
    it('are kept per author, each once and the oldest first', () =>
      withRegister(async ({ register, reopen }) => {
        expect(register.deviceDigests('ada')).toEqual([]);
        register.addDevice('ada', 'd1', 'device', AT);
        register.addDevice('ada', 'd2', 'recovery', AT);
        register.addDevice('ada', 'd1', 'recovery', AT);
        register.addDevice('ben "\ud800"', 'd1', 'device', AT);
        for (const each of [register, await reopen()]) {
          expect(each.deviceDigests('ada')).toEqual([
            { digest: 'd1', kind: 'device' },
            { digest: 'd2', kind: 'recovery' },
          ]);
          expect(each.deviceDigests('ben "\ud800"')).toEqual([{ digest: 'd1', kind: 'device' }]);
          expect(each.authorsOfDevice('d1')).toEqual(['ada', 'ben "\ud800"']);
          // A recovery code is no device.
          expect(each.authorsOfDevice('d2')).toEqual([]);
        }
      }));

    it('are gone once they are removed, of that author alone', () =>
      withRegister(async ({ register, reopen }) => {
        register.addDevice('ada', 'd1', 'device', AT);
        register.addDevice('ada', 'd2', 'recovery', AT);
        register.addDevice('ben', 'd2', 'device', AT);
        register.removeDevice('ada', 'd2');
        register.removeDevice('ada', 'none');
        for (const each of [register, await reopen()]) {
          expect(each.deviceDigests('ada')).toEqual([{ digest: 'd1', kind: 'device' }]);
          expect(each.deviceDigests('ben')).toEqual([{ digest: 'd2', kind: 'device' }]);
        }
      }));
  });
  describe('the owner of a stream', () => {
    it('is the first one, and it is kept whether a backup brought the stream back', () =>
      withRegister(async ({ register, reopen }) => {
        register.begin('draft/own', { author: 'ada', user: null });
        register.begin('draft/restored', { author: 'ada', user: null, isRestored: true });
        register.begin('draft/own', { author: 'ben', user: null, isRestored: true });
        for (const each of [register, await reopen()]) {
          const plain = { author: 'ada', user: null, isShared: false, draft: null };
          expect(each.streamEntry('draft/own')).toEqual({ stream: 'draft/own', ...plain });
          expect(each.streamEntry('draft/restored')).toEqual({ stream: 'draft/restored', ...plain, isRestored: true });
        }
      }));
  });
}
