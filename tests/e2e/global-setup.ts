import { chromium } from 'playwright';
import type { TestProject } from 'vitest/node';
import { headlessLaunchOptions } from '../chromium.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** Where the browser of all end-to-end tests is connected to; other projects have none. */
    readonly chromiumEndpoint: string | undefined;
  }
}

/** Launches one browser for all files, each of which opens profiles of its own in it. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const server = await chromium.launchServer(headlessLaunchOptions());
  project.provide('chromiumEndpoint', server.wsEndpoint());
  return () => server.close();
}
