import { useEffect, useState } from 'react';
import { useOpenEditor } from '../fields/editor-context.tsx';
import { testChecker } from './check-tests.ts';
import { useKeptTests } from './use-kept-tests.ts';
import { useEditedIndex } from '../fields/use-edited-index.ts';

/** Checks the document tests after every edit, for as long as it is rendered. Renders nothing. */
export function TestChecks() {
  const { tests: open } = useOpenEditor();
  const { tests } = useKeptTests();
  const [checker] = useState(() => testChecker(open.show));
  // A new result is no new list of tests.
  const now = tests.map(({ test }) => test);
  const { tried, untold } = useEditedIndex({ isComposed: now.length > 0 });
  const isWhole = untold.length === 0;
  const [wanted, setWanted] = useState(now);
  if (now.length !== wanted.length || now.some((test, index) => test !== wanted[index])) setWanted(now);
  useEffect(() => {
    if (tried !== null) checker.check(tried, wanted, isWhole);
  }, [checker, tried, wanted, isWhole]);
  useEffect(() => () => checker.stop(), [checker]);
  return null;
}
