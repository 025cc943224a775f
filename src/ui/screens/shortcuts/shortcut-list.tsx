import { Fragment } from 'react';
import { actionGroups } from '../../actions/action-list.ts';
import { Kbd } from '../../kit/kbd.tsx';
import common from '../../kit/common.module.css';
import styles from './shortcut-list.module.css';

/** All keyboard shortcuts, by group. `level` is the level of the groups' headings. */
export function ShortcutList({ level }: { readonly level: 2 | 3 }) {
  const Heading = `h${level}` as const;
  const groups = [...actionGroups()].map(([name, entries]) => ({
    name,
    entries: entries.filter(({ keys }) => keys !== undefined),
  }));
  return (
    <div className={common['stack6']}>
      {groups
        .filter(({ entries }) => entries.length > 0)
        .map(({ name, entries }) => (
          <section key={name} className={styles['group']}>
            <Heading className={styles['name']}>{name}</Heading>
            <dl className={styles['entries']}>
              {entries.map(({ id, title, keys = [] }) => (
                <div key={id} className={styles['entry']}>
                  <dt>{title}</dt>
                  <dd className={styles['keys']}>
                    {keys.map((chord, index) => (
                      <Fragment key={chord}>
                        {index > 0 && <span className={styles['or']}>or</span>}
                        <Kbd keys={chord} />
                      </Fragment>
                    ))}
                  </dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
    </div>
  );
}
