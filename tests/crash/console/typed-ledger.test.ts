import { describe, expect, it } from 'vitest';
import { typedLedger, type TypedLedger } from './typed-ledger.ts';

/** A ledger of one form, in which each letter was typed at its time. */
function typedAt(times: Readonly<Record<string, number>>): TypedLedger {
  const ledger = typedLedger('draft', 250);
  ledger.opened('form', 'input', '');
  for (const [text, at] of Object.entries(times)) ledger.typing('form', 'input', text)(at);
  return ledger;
}

const textsOf = (faults: ReturnType<TypedLedger['check']>) => faults.map(({ text }) => text);

describe('a ledger of what was typed', () => {
  it('finds a letter lost that was typed 250 ms before the kill', () => {
    const ledger = typedAt({ a: 0, ab: 750, abc: 751 });
    ledger.killed(1_000);
    expect(ledger.required).toEqual(['form']);
    expect(textsOf(ledger.check(['form'], { form: { input: 'a' } }))).toEqual([
      'draft, form, input: it has "a", and "ab" was typed 250 ms before the kill',
    ]);
  });

  it('lets the letters of the last 250 ms be lost, and says how old they were', () => {
    const ledger = typedAt({ a: 0, ab: 751 });
    ledger.killed(1_000);
    expect(ledger.check(['form'], { form: { input: 'a' } })).toEqual([]);
    expect(ledger.lostMs).toEqual([249]);
  });

  it('takes a letter that the kill has cut short', () => {
    const ledger = typedAt({ a: 0 });
    ledger.typing('form', 'input', 'ab');
    ledger.killed(1_000);
    expect(ledger.check(['form'], { form: { input: 'ab' } })).toEqual([]);
  });

  it('finds a form lost whose content nothing tells of, and a text that nobody typed', () => {
    const ledger = typedAt({ a: 0 });
    ledger.killed(1_000);
    expect(textsOf(ledger.check([], {}))).toEqual(['draft, form: nothing says that it has content']);
    const other = typedAt({ a: 0 });
    other.killed(1_000);
    expect(other.check(['form'], { form: { input: 'x' } })).toHaveLength(1);
  });

  it('requires after a second kill what the first one had to leave, and no more', () => {
    const ledger = typedAt({ a: 0, ab: 900 });
    ledger.killed(1_000);
    ledger.killed(5_000);
    expect(ledger.check(['form'], { form: { input: 'a' } })).toEqual([]);
    ledger.killed(6_000);
    expect(ledger.check(['form'], { form: { input: '' } })).toHaveLength(1);
  });

  it('finds content that comes back after it was discarded', () => {
    const ledger = typedAt({ a: 0 });
    ledger.removing('form', false)(500);
    ledger.killed(1_000);
    expect(ledger.required).toEqual([]);
    expect(textsOf(ledger.check(['form'], { form: { input: 'a' } }))).toEqual([
      'draft, form: it has content, which was discarded or never typed',
    ]);
  });

  it('expects the text of a form that was applied to be there, applied or not', () => {
    for (const listed of [[], ['form']]) {
      const ledger = typedAt({ a: 0 });
      ledger.removing('form', true);
      ledger.killed(1_000);
      expect(ledger.applied).toEqual(['form']);
      expect(ledger.check(listed, { form: { input: 'a' } })).toEqual([]);
    }
    const ledger = typedAt({ a: 0 });
    ledger.removing('form', true);
    ledger.killed(1_000);
    expect(ledger.check([], { form: { input: '' } })).toHaveLength(1);
  });
});
