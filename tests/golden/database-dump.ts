import { unwrap, type IDBPDatabase } from 'idb';
import type { DatabaseSchema, StoreName } from '../../src/infra/database-schema.ts';

/** Everything in a database: the version of its layout, and of each store its entries in the order of their keys. */
export interface DatabaseDump {
  readonly layout: number;
  readonly stores: Readonly<Record<string, readonly (readonly [key: IDBValidKey, value: unknown])[]>>;
}

export async function dumpDatabase(connection: IDBPDatabase<DatabaseSchema>): Promise<DatabaseDump> {
  const stores: Record<string, (readonly [IDBValidKey, unknown])[]> = {};
  for (const name of connection.objectStoreNames) {
    const [keys, values]: readonly [readonly IDBValidKey[], readonly unknown[]] = await Promise.all([
      connection.getAllKeys(name),
      connection.getAll(name),
    ]);
    stores[name] = keys.map((key, index) => [key, values[index]]);
  }
  return { layout: connection.version, stores };
}

/** Puts all of it into an empty database of the same layout. */
export async function restoreDump(
  connection: IDBPDatabase<DatabaseSchema>,
  { layout, stores }: DatabaseDump,
): Promise<void> {
  if (connection.version !== layout)
    throw new Error(`The dump is of layout ${layout}, the database of ${connection.version}`);
  const names: StoreName[] = [...connection.objectStoreNames];
  if (names.join() !== Object.keys(stores).join()) throw new Error(`The database has the stores ${names.join()}`);
  const transaction = connection.transaction(names, 'readwrite');
  for (const name of names) {
    // Without types: a dump holds what the layout of its day held.
    const store: IDBObjectStore = unwrap(transaction.objectStore(name));
    for (const [key, value] of stores[name] ?? []) {
      if (store.keyPath === null) store.put(value, key);
      else store.put(value);
    }
  }
  await transaction.done;
}

/** One line for each entry, so that a log of golden files can be read. */
export function formatDump({ layout, stores }: DatabaseDump): string {
  const texts = Object.entries(stores).map(([name, entries]) => {
    const lines = entries.map((entry) => `\n      ${JSON.stringify(entry, withoutBytes)}`).join(',');
    return `\n    ${JSON.stringify(name)}: [${lines}\n    ]`;
  });
  return `{\n  "layout": ${layout},\n  "stores": {${texts.join(',')}\n  }\n}\n`;
}

export function parseDump(text: string): DatabaseDump {
  return JSON.parse(text, withBytes) as DatabaseDump;
}

/** Bytes stand in a dump as `{"base64":…}`, all else as JSON has it. */
function withoutBytes(_key: string, value: unknown): unknown {
  return value instanceof Uint8Array ? { base64: btoa(String.fromCharCode(...value)) } : value;
}

function withBytes(_key: string, value: unknown): unknown {
  const isBytes = typeof value === 'object' && value !== null && 'base64' in value && typeof value.base64 === 'string';
  return isBytes ? Uint8Array.from(atob(String(value.base64)), (letter) => letter.charCodeAt(0)) : value;
}
