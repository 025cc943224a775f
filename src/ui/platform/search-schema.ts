/**
 * The search part of an address as the router has it: strings, several under one name as a list, and numbers or
 * booleans from our own links.
 */
export type UnreadSearch = Readonly<Record<string, unknown>>;

/** Reads the value of one parameter; undefined for an invalid one, which is left out. */
export type Parameter<Value> = (value: unknown) => Value | undefined;

/** The parameters of an address by their names. */
export type SearchSchema = Readonly<Record<string, Parameter<unknown>>>;

/** The parameters of an address; those that are not in it are absent. */
export type SearchOf<Schema extends SearchSchema> = {
  readonly [Name in keyof Schema]?: Exclude<ReturnType<Schema[Name]>, undefined>;
};

/** Reads the search part of an address without invalid and unknown parameters. */
export function readSearch<Schema extends SearchSchema>(schema: Schema, search: UnreadSearch): SearchOf<Schema> {
  const read = Object.entries(schema).map(([name, parameter]) => [name, parameter(search[name])] as const);
  return Object.fromEntries(read.filter(([, value]) => value !== undefined)) as SearchOf<Schema>;
}

/** A reader of such addresses. */
export function searchReader<Schema extends SearchSchema>(schema: Schema): (search: UnreadSearch) => SearchOf<Schema> {
  return (search) => readSearch(schema, search);
}

/** A string that is not empty. */
export const text: Parameter<string> = (value) => (typeof value === 'string' && value !== '' ? value : undefined);

/** Strings that are not empty, at least one. */
export const texts: Parameter<readonly string[]> = (value) => {
  const all = [value].flat().filter((each) => text(each) !== undefined) as readonly string[];
  return all.length > 0 ? all : undefined;
};

/** A switch that is on. */
export const flag: Parameter<true> = (value) => (value === true || value === 'true' ? true : undefined);

/** One of several strings. */
export function oneOf<const Value extends string>(values: readonly Value[]): Parameter<Value> {
  return (value) => values.find((each) => each === value);
}

/** One of several strings, except the default, which is left out of the address. */
export function otherThan<const Value extends string, const Default extends Value>(
  byDefault: Default,
  values: readonly Value[],
): Parameter<Exclude<Value, Default>> {
  return oneOf(values.filter((each): each is Exclude<Value, Default> => each !== byDefault));
}

/** An integer within limits, both included. */
export function wholeNumber(from: number, to = Number.MAX_SAFE_INTEGER): Parameter<number> {
  return (value) => {
    const number = Number(value);
    return Number.isSafeInteger(number) && number >= from && number <= to ? number : undefined;
  };
}
