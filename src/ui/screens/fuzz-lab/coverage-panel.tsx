import { useDeferredValue, useMemo, useState } from 'react';
import { LineList } from '../../kit/line-list.tsx';
import { SearchField } from '../../kit/search-field.tsx';
import common from '../../kit/common.module.css';
import styles from './fuzz-lab.module.css';
import { coverageTitle, shown, type LabRunDetails } from './lab-labels.ts';

type Coverage = LabRunDetails['coverage'];

/** How much of the coverage was reached, by kind, and which parts were not reached. */
export function CoveragePanel({ coverage }: { readonly coverage: Coverage }) {
  const [text, setText] = useState('');
  const sought = useDeferredValue(text.trim().toLowerCase());
  const missing = useMemo(
    () => coverage.flatMap(({ kind, missing: names }) => names.map((name) => ({ kind, name }))),
    [coverage],
  );
  const found = useMemo(
    () =>
      sought === '' ? missing : missing.filter(({ kind, name }) => `${kind} ${name}`.toLowerCase().includes(sought)),
    [missing, sought],
  );
  if (coverage.length === 0) return <p className={styles['words']}>This target counts no coverage.</p>;
  return (
    <div className={common['stack3']}>
      <dl className={styles['kinds']}>
        {coverage.map(({ kind, reached, all }) => (
          <div key={kind} className={styles['kind']}>
            <dt>{coverageTitle(kind)}</dt>
            <dd>
              <meter
                className={styles['meter']}
                min={0}
                max={Math.max(all, 1)}
                value={reached}
                aria-label={`${coverageTitle(kind)} reached`}
              />
              <span>
                {shown(reached)} of {shown(all)}
              </span>
            </dd>
          </div>
        ))}
      </dl>
      {missing.length === 0 ? (
        <p className={styles['words']}>Everything was reached.</p>
      ) : (
        <>
          <div className={styles['row']}>
            <h3 className={styles['subtitle']}>Not reached ({shown(missing.length)})</h3>
            <div className={styles['search']}>
              <SearchField label="Search names not reached" placeholder="Search" value={text} onChange={setText} />
            </div>
          </div>
          {found.length === 0 ? (
            <p className={styles['words']}>No names match.</p>
          ) : (
            <LineList label="Not reached" count={found.length}>
              {(index) => (
                <>
                  <code>{found[index]?.name}</code> <span className={common['muted']}>{found[index]?.kind}</span>
                </>
              )}
            </LineList>
          )}
        </>
      )}
    </div>
  );
}
