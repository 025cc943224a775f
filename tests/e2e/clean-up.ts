import { afterAll } from 'vitest';
import { removeStarted } from './servers.ts';

// Files of a worker share their modules, so that this is asked for anew for each of them.
afterAll(removeStarted);
