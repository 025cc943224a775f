import fc from 'fast-check';
import { isArray, type JsonValue } from '#domain/json';
import { randomFrom, type Random } from '../generate/random.ts';

/**
 * Cases that a function makes of random numbers. Each is made smaller as JSON: without one of its members or items at
 * any depth, the outermost first. `isWhole` says what may not go.
 */
export function jsonCases<Value extends JsonValue>(
  make: (random: Random) => Value,
  isWhole: (value: JsonValue) => boolean,
): fc.Arbitrary<Value> {
  return new JsonCases(make, isWhole);
}

class JsonCases<Value extends JsonValue> extends fc.Arbitrary<Value> {
  readonly #make: (random: Random) => Value;
  readonly #isWhole: (value: JsonValue) => boolean;

  constructor(make: (random: Random) => Value, isWhole: (value: JsonValue) => boolean) {
    super();
    this.#make = make;
    this.#isWhole = isWhole;
  }

  override generate(source: fc.Random): fc.Value<Value> {
    return new fc.Value(this.#make(randomFrom(source.nextInt(0, 0x7fffffff))), undefined);
  }

  override canShrinkWithoutContext(_value: unknown): _value is Value {
    return true;
  }

  override shrink(value: Value): fc.Stream<fc.Value<Value>> {
    const smaller = function* (isWhole: (value: JsonValue) => boolean): IterableIterator<fc.Value<Value>> {
      for (let depth = 0; depth <= DEEPEST; depth++)
        for (const each of without(value, depth)) if (isWhole(each)) yield new fc.Value(each as Value, undefined);
    };
    return fc.stream(smaller(this.#isWhole));
  }
}

/** Members below this depth only go with what holds them. */
const DEEPEST = 12;

/** The value without one part that lies so deep: 0 is a member of the value itself. */
function* without(value: JsonValue, depth: number): IterableIterator<JsonValue> {
  if (typeof value !== 'object' || value === null) return;
  if (isArray(value)) {
    for (const [at, item] of value.entries()) {
      if (depth === 0) yield value.toSpliced(at, 1);
      else for (const smaller of without(item, depth - 1)) yield value.with(at, smaller);
    }
    return;
  }
  const members = Object.entries(value);
  for (const [at, [name, item]] of members.entries()) {
    if (depth === 0) yield Object.fromEntries(members.toSpliced(at, 1));
    else for (const smaller of without(item, depth - 1)) yield Object.fromEntries(members.with(at, [name, smaller]));
  }
}
