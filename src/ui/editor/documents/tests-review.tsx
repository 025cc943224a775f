import { Banner } from '../../kit/banner.tsx';
import common from '../../kit/common.module.css';
import { useKeptTests } from './use-kept-tests.ts';
import { testsWords, testTitle } from './test-words.ts';

/** The most tests that are named. */
const MOST_NAMED = 10;

/** How the document tests go with what is about to be sent; it keeps nobody from sending. */
export function TestsReview() {
  const kept = useKeptTests();
  const { tests, failed, unknown, isChecking } = kept;
  if (tests.length === 0) return null;
  if (isChecking || (failed === 0 && unknown === 0))
    return <p className={common['muted']}>{testsWords(kept)} with these changes.</p>;
  const outcome = failed > 0 ? 'failed' : 'unknown';
  const named = tests.filter(({ checked }) => checked?.outcome === outcome);
  return (
    <Banner kind={failed > 0 ? 'warning' : 'info'} title={`${testsWords(kept)} with these changes`}>
      <ul>
        {named.slice(0, MOST_NAMED).map(({ id, test }) => (
          <li key={id}>{testTitle(test)}</li>
        ))}
        {named.length > MOST_NAMED && <li>{named.length - MOST_NAMED} more</li>}
      </ul>
    </Banner>
  );
}
