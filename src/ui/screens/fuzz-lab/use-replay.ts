import { useState } from 'react';
import { LAB_PART_LENGTH, type RouteAnswer } from '#domain/wire';
import { describeFault, type DescribedFault } from '../../files/describe-fault.ts';
import { assertReadable } from '../../files/import-draft.ts';
import type { GivenText } from '../../kit/file-drop.tsx';
import type { ApiError } from '../../platform/console-api.ts';
import { useApiMutation } from '../../platform/use-api-mutation.ts';
import { partsOf } from './text-parts.ts';

/** The replay of a case or a log: under way, failed, refused, or what it came to. */
export interface Replay {
  /** What is replayed: a name of a file. */
  readonly fileName: string;
  readonly isPending: boolean;
  readonly fault: DescribedFault | null;
  readonly error: ApiError | null;
  readonly outcome: RouteAnswer<'lab.replay'> | undefined;
  run(given: GivenText): Promise<void>;
}

/** Runs a failed case, or a log that was exported from the editor, again on the server. */
export function useReplay(): Replay {
  const [fileName, setFileName] = useState('');
  const [fault, setFault] = useState<DescribedFault | null>(null);
  const { mutate, reset, data, error, isPending } = useApiMutation('lab.replay');
  return {
    ...{ fileName, isPending, fault, error, outcome: data },
    async run(given) {
      reset();
      setFault(null);
      setFileName(given.fileName ?? '');
      try {
        assertReadable(given.sizeBytes);
        mutate({ body: { parts: partsOf(await given.read(), LAB_PART_LENGTH) } });
      } catch (cause) {
        setFault(describeFault(cause, given.fileName));
      }
    },
  };
}

/** A text that is already here, as a file to replay. */
export function givenText(fileName: string, text: string): GivenText {
  return { fileName, sizeBytes: new Blob([text]).size, read: () => Promise.resolve(text) };
}
