import { deleteDB } from 'idb';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { DATABASE_VERSION, UPGRADES, type Upgrade } from './database-schema.ts';
import type { Database } from './database.ts';
import type { StorageProblem } from '#domain/ports';
import { clearSiteData, testDatabase, type TestDatabase } from './test-database.ts';

let home: TestDatabase;

beforeEach(() => {
  home = testDatabase();
});
afterEach(() => home.destroy());

/** A step that a later Mapledger might have. */
const later: Upgrade = async (_connection, transaction) => {
  await transaction.objectStore('device').put({ id: '2', name: 'from the upgrade' }, 'author');
};

function authorIn(database: Database) {
  return database.transact(['device'], 'readonly', ({ store }) => store.get('author'));
}

function putAuthor(database: Database, id: string) {
  return database.transact(['device'], 'readwrite', (transaction) =>
    transaction.objectStore('device').put({ id, name: id }, 'author'),
  );
}

/** The problems of a database as they come, and a promise of the first. */
function problems() {
  const all: StorageProblem[] = [];
  let tell: (problem: StorageProblem) => void;
  const first = new Promise<StorageProblem>((resolve) => (tell = resolve));
  const onProblem = (problem: StorageProblem) => {
    all.push(problem);
    tell(problem);
  };
  return { all, first, onProblem };
}

describe('opening', () => {
  it('makes the layout of the newest version, and finds it again', async () => {
    const database = await home.open();
    await putAuthor(database, '1');
    database.close();
    const again = await home.open();
    expect(await authorIn(again)).toEqual({ id: '1', name: '1' });
    expect([database.isNew, again.isNew]).toEqual([true, false]);
    const raw = await home.openRaw();
    expect(raw.version).toBe(DATABASE_VERSION);
    expect([...raw.objectStoreNames]).toEqual([
      'aside',
      'cut',
      'device',
      'names',
      'pages',
      'recorded',
      'records',
      'streams',
      'trace',
      'unapplied',
      'writeLock',
    ]);
  });

  it('runs the steps that are missing, and no other', async () => {
    (await home.open()).close();
    const ran: string[] = [];
    const step =
      (name: string): Upgrade =>
      async (_connection, transaction) => {
        await transaction.objectStore('device').put({ id: name, name }, 'author');
        ran.push(name);
      };
    const database = await home.open({ upgrades: [...UPGRADES, step('first'), step('second')] });
    expect(ran).toEqual(['first', 'second']);
    expect(await authorIn(database)).toEqual({ id: 'second', name: 'second' });
  });

  it.each<[string, Upgrade]>([
    [
      'throws',
      () => {
        throw new Error('No such thing');
      },
    ],
    [
      'rejects',
      async (_connection, transaction) => {
        await transaction.objectStore('device').put({ id: 'half', name: 'half' }, 'author');
        throw new Error('No such thing');
      },
    ],
  ])('changes nothing where a step %s', async (_how, faulty) => {
    const database = await home.open();
    await putAuthor(database, '1');
    database.close();
    const opening = home.open({ upgrades: [...UPGRADES, later, faulty] });
    const failure = { name: 'StorageOpenError', reason: 'failed', message: expect.stringContaining('No such thing') };
    await expect(opening).rejects.toThrow(expect.objectContaining(failure));
    expect(await authorIn(await home.open())).toEqual({ id: '1', name: '1' });
  });

  it('leaves a database of a newer Mapledger alone', async () => {
    (await home.open({ upgrades: [...UPGRADES, later] })).close();
    await expect(home.open()).rejects.toThrow(expect.objectContaining({ name: 'StorageOpenError', reason: 'newer' }));
  });

  it('says that it is blocked, and goes on when it is no more', async () => {
    (await home.open()).close();
    // A tab that hangs: nobody in it answers.
    const hanging = await home.openRaw();
    const { first, all, onProblem } = problems();
    const opening = home.open({ upgrades: [...UPGRADES, later], onProblem });
    expect(await first).toBe('blocked');
    hanging.close();
    expect(await authorIn(await opening)).toEqual({ id: '2', name: 'from the upgrade' });
    expect(all).toEqual(['blocked']);
  });
});

describe('an open database', () => {
  it('gives way to a newer Mapledger, and says so', async () => {
    const old = problems();
    const fresh = problems();
    const database = await home.open({ onProblem: old.onProblem });
    const underWay = putAuthor(database, '1');
    const upgraded = await home.open({ upgrades: [...UPGRADES, later], onProblem: fresh.onProblem });
    await underWay;
    expect([old.all, fresh.all]).toEqual([['outdated'], []]);
    await expect(authorIn(database)).rejects.toThrow(
      expect.objectContaining({ name: 'StorageClosedError', reason: 'outdated' }),
    );
    expect(await authorIn(upgraded)).toEqual({ id: '2', name: 'from the upgrade' });
  });

  it('says that it is deleted', async () => {
    const { all, onProblem } = problems();
    const database = await home.open({ onProblem });
    await deleteDB(home.name);
    expect(all).toEqual(['deleted']);
    await expect(putAuthor(database, '1')).rejects.toThrow(
      expect.objectContaining({ name: 'StorageClosedError', reason: 'deleted' }),
    );
  });

  it('says that the browser took it away', async () => {
    const { first, onProblem } = problems();
    const database = await home.open({ onProblem });
    await putAuthor(database, '1');
    await clearSiteData();
    expect(await first).toBe('terminated');
    await expect(putAuthor(database, '2')).rejects.toThrow(
      expect.objectContaining({ name: 'StorageClosedError', reason: 'terminated' }),
    );
  });

  /**
   * Closes the newest connection as the browser does: all its transactions are aborted, and a `close` event is fired.
   */
  async function closedByBrowser<Result>(run: (close: () => void) => Promise<Result>): Promise<Result> {
    const opened: IDBDatabase[] = [];
    const open = vi.spyOn(IDBFactory.prototype, 'open').mockImplementation(function (this: IDBFactory, ...call) {
      const request = originalOpen.apply(this, call);
      request.addEventListener('success', () => opened.push(request.result));
      return request;
    });
    try {
      return await run(() => {
        const connection = opened.at(-1);
        connection?.close();
        connection?.dispatchEvent(new Event('close'));
      });
    } finally {
      open.mockRestore();
    }
  }
  const originalOpen = IDBFactory.prototype.open;

  it('opens again what the browser closed, as where the disk is full, and says nothing', async () => {
    const { all, onProblem } = problems();
    await closedByBrowser(async (close) => {
      const database = await home.open({ onProblem });
      await putAuthor(database, '1');
      close();
      expect(await authorIn(database)).toMatchObject({ id: '1' });
      close();
      await putAuthor(database, '2');
      expect(await authorIn(database)).toMatchObject({ id: '2' });
    });
    expect(all).toEqual([]);
  });

  it('calls the storage full while what the browser closed can’t be opened for want of room, and goes on when it can', async () => {
    const { all, onProblem } = problems();
    await closedByBrowser(async (close) => {
      const database = await home.open({ onProblem });
      await putAuthor(database, '1');
      const full = vi.spyOn(IDBFactory.prototype, 'open').mockImplementation(() => {
        throw new DOMException('IO error: 000008.log: FILE_ERROR_NO_SPACE (WritableFileAppend::8)', 'UnknownError');
      });
      close();
      await expect(putAuthor(database, '2')).rejects.toThrow(expect.objectContaining({ name: 'StorageFullError' }));
      await expect(authorIn(database)).rejects.toThrow(expect.objectContaining({ name: 'StorageFullError' }));
      full.mockRestore();
      await putAuthor(database, '3');
      expect(await authorIn(database)).toMatchObject({ id: '3' });
    });
    expect(all).toEqual([]);
  });

  it.each([
    ['QuotaExceededError', 'The quota has been exceeded.', 'StorageFullError'],
    ['UnknownError', 'Connection is closing because of: IO error: 8.log: FILE_ERROR_NO_SPACE', 'StorageFullError'],
    ['UnknownError', 'Encountered full disk while opening backing store for indexedDB.open.', 'StorageFullError'],
    ['UnknownError', 'Internal error.', 'UnknownError'],
  ])('says of %s (%s) %s', async (name, message, said) => {
    const database = await home.open();
    const failed = database.transact(['device'], 'readwrite', () => Promise.reject(new DOMException(message, name)));
    await expect(failed).rejects.toThrow(expect.objectContaining({ name: said }));
  });

  it('is closed by its owner without a problem', async () => {
    const { all, onProblem } = problems();
    const database = await home.open({ onProblem });
    const underWay = putAuthor(database, '1');
    database.close();
    await underWay;
    await expect(authorIn(database)).rejects.toThrow(
      expect.objectContaining({ name: 'StorageClosedError', reason: 'closed' }),
    );
    expect(all).toEqual([]);
  });

  it('runs one readwrite transaction at a time, whatever their stores, in all tabs', async () => {
    const [database, otherTab] = [await home.open(), await home.open()];
    const order: string[] = [];
    const writing = database.transact(['trace'], 'readwrite', async (transaction) => {
      const store = transaction.objectStore('trace');
      order.push('first begins');
      for (let turn = 0; turn < 30; turn++) await store.put('', ['draft/a', turn]);
      order.push('first ends');
    });
    const write = (where: Database, name: string) =>
      where.transact(['streams', 'records'], 'readwrite', async (transaction) => {
        await transaction.objectStore('records').count();
        order.push(name);
      });
    await Promise.all([writing, write(otherTab, 'in another tab'), write(database, 'in this tab')]);
    expect(order.slice(0, 2)).toEqual(['first begins', 'first ends']);
    expect(order.slice(2).sort()).toEqual(['in another tab', 'in this tab']);
  });

  it('reads while something else is being written', async () => {
    const [database, otherTab] = [await home.open(), await home.open()];
    let [isRead, turns] = [false, 0];
    const writing = database.transact(['trace'], 'readwrite', async (transaction) => {
      // It would go on for ever if reads had to wait for it.
      for (; !isRead && turns < 10_000; turns++) await transaction.objectStore('trace').count();
      return isRead;
    });
    const reading = otherTab
      .transact(['streams', 'pages', 'records'], 'readonly', (transaction) =>
        transaction.objectStore('streams').count(),
      )
      .then(() => {
        isRead = true;
      });
    expect(await writing).toBe(true);
    await reading;
  });

  it('keeps nothing of work that throws, now or later', async () => {
    const database = await home.open();
    const failing = database.transact(['device'], 'readwrite', async (transaction) => {
      await transaction.objectStore('device').put({ id: '1', name: '1' }, 'author');
      throw new RangeError('Changed my mind');
    });
    await expect(failing).rejects.toThrow(new RangeError('Changed my mind'));
    const failingAtOnce = database.transact(['device'], 'readwrite', (transaction) => {
      void transaction
        .objectStore('device')
        .put({ id: '1', name: '1' }, 'author')
        .catch(() => {});
      throw new RangeError('Changed my mind');
    });
    await expect(failingAtOnce).rejects.toThrow(new RangeError('Changed my mind'));
    expect(await authorIn(database)).toBeUndefined();
  });
});
