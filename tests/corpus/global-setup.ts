import type { TestProject } from 'vitest/node';
import { formatJson } from '#domain/json';
import { coverOf, realDefinitions } from '../builders/corpus.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** JSON of definitions that real mappings have, every kind among them; null without the corpus. */
    readonly realDefinitions: string | null;
  }
}

/** A browser reads no files: what its tests need of the corpus is read for it. */
export function setup(project: TestProject): void {
  const definitions = realDefinitions();
  project.provide(
    'realDefinitions',
    definitions === undefined ? null : formatJson(coverOf(definitions).map(({ definition }) => definition)),
  );
}
