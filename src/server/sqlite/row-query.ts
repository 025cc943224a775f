/** A connection to a database. */
interface Connection {
  prepare(sql: string): unknown;
}

/** A prepared query and the rows that it finds. */
interface RowQuery<Row> {
  get(...values: readonly unknown[]): Row | undefined;
  all(...values: readonly unknown[]): Row[];
}

/** A prepared query that finds one row whatever is in the tables, as counts do. */
interface OneRowQuery<Row> {
  get(...values: readonly unknown[]): Row;
}

/** Prepares a query. What its rows are is for the caller to say, beside the columns that it names. */
export function rowQuery<Row>(database: Connection, sql: string): RowQuery<Row> {
  return database.prepare(sql) as RowQuery<Row>;
}

/** The same for a query that always finds one row. */
export function oneRowQuery<Row>(database: Connection, sql: string): OneRowQuery<Row> {
  return database.prepare(sql) as OneRowQuery<Row>;
}
