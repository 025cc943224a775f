import { expect } from 'vitest';
import { page } from 'vitest/browser';
import type { TargetEngine } from '#domain/catalogue';
import { draftStream } from '#domain/commands';
import { replay } from '#domain/document';
import type { DocumentEvent } from '#domain/events';
import type { Body, JsonObject } from '#domain/json';
import { openLog } from '#domain/log';
import { loadEditorParts } from '../editor/editor-parts.ts';
import type { ConsoleConfig } from '../platform/config.tsx';
import type { Services } from '../platform/services.ts';
import { testServices } from './test-services.ts';
import { createDraft } from '../files/import-draft.ts';
import { openTestConsole, type TestConsole } from './open-test-console.tsx';

const TARGET: TargetEngine = { distribution: 'elasticsearch', version: '8.19' };

/** A draft that is open in the editor, and its content in the store. */
export interface TestDraft extends TestConsole {
  readonly draftId: string;
  readonly stream: string;
  /** The stored events. */
  readonly events: () => Promise<readonly DocumentEvent[]>;
  /** The body, replayed from the stored events. */
  readonly body: () => Promise<Body>;
}

interface TestDraftOptions {
  readonly services?: Services;
  readonly name?: string;
  readonly target?: TargetEngine;
  /** Configuration of the host. */
  readonly config?: Partial<ConsoleConfig>;
  /** The search part of the address, such as `?view=json`. */
  readonly search?: string;
  /** Adds to the log before the draft is opened. */
  readonly prepare?: (services: Services, stream: string) => Promise<void>;
}

/** Creates a draft with a body, and opens it in the editor; resolves when its fields, text or form are shown. */
export async function openTestDraft(body: JsonObject, options: TestDraftOptions = {}): Promise<TestDraft> {
  const { name = 'orders', search = '', target = TARGET, prepare } = options;
  const services = options.services ?? (await testServices());
  const draftId = await createDraft(services, body, { name, target });
  const stream = draftStream(draftId);
  await prepare?.(services, stream);
  // As after the page was idle for a moment: forms and panes are loaded when they are opened.
  await loadEditorParts();
  const opened = await openTestConsole(`/drafts/${draftId}${search}`, services, options.config);
  await expect.element(page.getByRole('heading', { name, exact: true, level: 1 })).toBeVisible();
  const events = async () => openLog(await services.store.read(stream)).events;
  return { ...opened, draftId, stream, events, body: async () => replay(undefined, await events()) };
}

/** The names that are shown in the rows of a tree or of search results. */
export function shownNames(): readonly (string | null | undefined)[] {
  return page
    .getByRole('row')
    .elements()
    .map((row) => row.querySelector('[data-open]')?.textContent)
    .filter((name) => name !== undefined);
}
