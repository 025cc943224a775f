import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { verifyChain, type SealedRecord } from '#domain/events';
import { formatLog, LogFaultError, openLog, parseLog } from '#domain/log';
import { historyScript, live, sealAll } from '../src/fuzz/generate/histories.ts';
import { sha256sum } from './sha256sum.ts';
import { checkLaw } from './law.ts';

describe('a sealed log', () => {
  it('can be checked with sha256sum alone', () => {
    checkLaw('hashes', historyScript({ maxLength: 4 }), (script) => {
      let previous = '';
      for (const { text, hash } of sealAll(live(script).events)) {
        expect(sha256sum(previous + text)).toBe(hash);
        previous = hash;
      }
    });
  });

  it('is refused at the record in which a single character is another one', () => {
    const cases = fc.tuple(
      historyScript({ maxLength: 5 }),
      fc.nat(),
      fc.nat(),
      fc.boolean(),
      fc.string({ unit: 'binary', minLength: 1, maxLength: 1 }),
    );
    checkLaw('tampering', cases, ([script, which, where, inHash, replacement]) => {
      const records = sealAll(live(script).events);
      if (records.length === 0) return;
      const index = which % records.length;
      const tampered = records.map((record, position): SealedRecord => {
        if (position !== index) return record;
        return inHash
          ? { ...record, hash: flipped(record.hash, where, replacement) }
          : { ...record, text: flipped(record.text, where, replacement) };
      });
      expect(verifyChain(tampered)).toEqual({
        ok: false,
        fault: { position: index + 1, reason: expect.any(String) as string },
      });
      expect(faultOf(() => openLog(tampered))?.position).toBe(index + 1);
      const inFile = faultOf(() => openLog(parseLog(formatLog(tampered))));
      expect(inFile?.position).toBe(index + 1);
    });
  });

  it('is refused where a record is missing, comes twice or stands elsewhere', () => {
    checkLaw(
      'order',
      fc.tuple(historyScript({ maxLength: 6 }), fc.nat(), fc.constantFrom('drop', 'double', 'swap', 'tear')),
      ([script, which, how]) => {
        const records = [...sealAll(live(script).events)];
        if (records.length < 2) return;
        const index = which % (records.length - 1);
        const record = records[index] as SealedRecord;
        if (how === 'tear') {
          const file = formatLog(records);
          const torn = file.slice(0, file.length - 2 - (which % 40));
          expect(faultOf(() => parseLog(torn))?.position).toBe(records.length);
          return;
        }
        if (how === 'drop') records.splice(index, 1);
        else if (how === 'double') records.splice(index, 0, record);
        else records.splice(index, 2, records[index + 1] as SealedRecord, record);
        expect(faultOf(() => openLog(records))?.position).toBe(how === 'double' ? index + 2 : index + 1);
      },
    );
  });
});

function flipped(text: string, where: number, replacement: string): string {
  const at = where % text.length;
  const other = text.charAt(at) === replacement.charAt(0) ? 'x' : replacement.charAt(0);
  return text.slice(0, at) + (text.charAt(at) === other ? 'y' : other) + text.slice(at + 1);
}

function faultOf(run: () => unknown): LogFaultError | undefined {
  try {
    run();
    return undefined;
  } catch (error) {
    if (error instanceof LogFaultError) return error;
    throw error;
  }
}
