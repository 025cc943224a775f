import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isIndexName, MemberOrder } from './member-order.ts';
import type { MutableJsonObject } from './value.ts';

describe('isIndexName', () => {
  it('says which names JavaScript lists first', () => {
    const names = ['x', '0', '7', '07', '-1', '1.5', '', '4294967294', '4294967295', '99999999999', '__proto__'];
    for (const name of names)
      expect([name, isIndexName(name)]).toEqual([name, Object.keys({ ' ': 0, [name]: 0 })[0] === name]);
  });
});

describe('MemberOrder', () => {
  it('has an object in the order that a list has, whatever comes and goes', () => {
    const name = fc.constantFrom('a', 'b', 'c', 'd', 'e', '__proto__', '1', '0', 'toString');
    const step = fc.record({ name, before: fc.option(name, { nil: undefined }), isArranged: fc.boolean() });
    let moved = 0;
    fc.assert(
      fc.property(fc.uniqueArray(name), fc.array(step, { maxLength: 20 }), (start, steps) => {
        const object: MutableJsonObject = {};
        const put = (key: string) =>
          Object.defineProperty(object, key, { value: 0, writable: true, enumerable: true, configurable: true });
        start.forEach(put);
        const order = new MemberOrder(object);
        let list = start.filter((key) => !isIndexName(key));
        for (const { name: key, before, isArranged } of steps) {
          if (Object.hasOwn(object, key)) {
            delete object[key];
            order.remove(key);
            list = list.filter((other) => other !== key);
          } else {
            put(key);
            order.add(key, before);
            const at = before === undefined ? -1 : list.indexOf(before);
            if (!isIndexName(key)) list = list.toSpliced(at === -1 ? list.length : at, 0, key);
            if (at !== -1) moved++;
          }
          list.forEach((one, index) => expect(order.next(one)).toBe(list[index + 1]));
          if (isArranged) order.arrange(object);
        }
        order.arrange(object);
        expect(Object.keys(object).filter((key) => !isIndexName(key))).toEqual(list);
      }),
      { numRuns: 500, seed: 3 },
    );
    expect(moved).toBeGreaterThan(200);
  });
});
