import { ThreeWayReview, type ThreeWayWords } from '../merging/three-way-review.tsx';
import { useOpenEditor } from './editor-context.tsx';
import type { TextConflict } from './json-view.ts';

const WORDS: ThreeWayWords = {
  title: 'The mappings were changed since you began',
  theirs: 'the mappings as they are now',
  merge: 'Apply merged',
  keepMine: 'applies your text as it is',
  close: 'Keep editing',
  now: 'Now',
};

/**
 * Resolves a conflict between a text and a document that have changed the same: whose change is kept is chosen place by
 * place.
 */
export function TextConflictDialog({ conflict }: { readonly conflict: TextConflict }) {
  const { json } = useOpenEditor();
  return (
    <ThreeWayReview
      kind="mappings"
      words={WORDS}
      base={conflict.base}
      mine={conflict.mine}
      theirs={conflict.theirs}
      onRebase={json.resolve}
      onKeepMine={() => json.resolve(conflict.mine)}
      onTakeTheirs={() => {
        json.leaveConflict();
        json.discard();
      }}
      onClose={json.leaveConflict}
    />
  );
}
