import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect } from 'vitest';
import { quickFolder } from '../../../tests/builders/quick-folder.ts';
import {
  openTrailHome,
  removeHomes,
  trailEngine,
  type TrailHome,
} from '../../../tests/contracts/shared-trail-homes.ts';
import { trailRegisterContract } from '../../../tests/contracts/trail-register.contract.ts';
import { memoryTrailRegister } from '../trail/memory-trail-register.ts';
import { openDatabase } from './database.ts';
import { sqliteTrailRegister } from './sqlite-trail-register.ts';

describe('in memory', () => {
  trailRegisterContract(async () => {
    const register = memoryTrailRegister();
    return { register, reopen: async () => register, destroy: async () => undefined };
  });
});

describe('in a data folder', () => {
  trailRegisterContract(async () => {
    const folder = quickFolder();
    let database = openDatabase(join(folder, 'server.db'));
    return {
      register: sqliteTrailRegister(database),
      async reopen() {
        database.close();
        database = openDatabase(join(folder, 'server.db'));
        return sqliteTrailRegister(database);
      },
      async destroy() {
        database.close();
        rmSync(folder, { recursive: true });
      },
    };
  });
});

describe('in an index, as another server has it', () => {
  trailRegisterContract(async () => {
    const engine = trailEngine();
    const homes: TrailHome[] = [];
    const start = async () => {
      const home = openTrailHome(engine, { index: 'trail' });
      homes.push(home);
      await home.trail.start();
      return home;
    };
    const first = await start();
    return {
      register: first.copy.register,
      async reopen() {
        await first.trail.store.refresh?.();
        await expect.poll(() => first.copy.spoolSize(), { interval: 5 }).toBe(0);
        return (await start()).copy.register;
      },
      async destroy() {
        await removeHomes(homes);
        engine.close();
      },
    };
  });
});
