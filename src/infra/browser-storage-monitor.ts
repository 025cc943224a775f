import type { StorageMonitor } from '#domain/ports';

/** What a browser may have of it: none at all on pages that came over plain HTTP, and older ones lack a part. */
export type StorageQuestions = Partial<Pick<StorageManager, 'persisted' | 'persist' | 'estimate'>>;

/**
 * How the browser keeps the data of this site. It never throws: a question that the browser does not know or refuses to
 * answer is `null`, and no promise is `false`.
 */
export function browserStorageMonitor(questions: StorageQuestions | undefined = questionsOfBrowser()): StorageMonitor {
  return {
    async status() {
      const [isPersisted, estimate] = await Promise.all([
        answerOf(() => questions?.persisted?.()),
        answerOf(() => questions?.estimate?.()),
      ]);
      return { isPersisted, usageBytes: bytesOf(estimate?.usage), quotaBytes: bytesOf(estimate?.quota) };
    },
    askToPersist: async () => (await answerOf(() => questions?.persist?.())) ?? false,
  };
}

function questionsOfBrowser(): StorageQuestions | undefined {
  return typeof navigator === 'undefined' ? undefined : navigator.storage;
}

/**
 * A refusal is an answer here: Firefox rejects in some private windows, and there is nothing to do about it but to say
 * so.
 */
async function answerOf<Answer>(ask: () => Promise<Answer> | undefined): Promise<Answer | null> {
  try {
    return (await ask()) ?? null;
  } catch {
    return null;
  }
}

function bytesOf(value: number | undefined): number | null {
  return value !== undefined && Number.isFinite(value) ? value : null;
}
