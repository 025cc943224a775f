import { missingIn, missingSentence } from '#domain/console';
import { Banner } from '../kit/banner.tsx';

/** What could not be read of an answer, a line for each part with its reason; nothing where all of it was read. */
export function MissingNotice({ answer }: { readonly answer: unknown }) {
  const missing = missingIn(answer);
  if (missing.length === 0) return null;
  return (
    <Banner kind="warning" title="Some values are missing">
      {missing.map((each) => (
        <p key={each.part}>{missingSentence(each)}</p>
      ))}
    </Banner>
  );
}
