import { Link } from '@tanstack/react-router';
import { useId, type ReactNode } from 'react';
import { isKnownBy, typeEntry, typeTitle, type ReferenceType, type TargetEngine } from '#domain/catalogue';
import { ROUTES } from '../../platform/route-table.ts';
import { engineTitle, OFFERED_ENGINES } from '../../platform/target-engines.ts';
import { missingReason } from '../../editor/fields/type-choices.ts';
import { Chip } from '../../kit/chip.tsx';
import { useDocsUrl } from '../../platform/use-docs-url.ts';
import { mainTitleOf, siblingsOf } from './find-types.ts';
import { ParameterTable } from './parameter-table.tsx';
import type { ReferenceSearch } from './reference-search.ts';
import common from '../../kit/common.module.css';
import styles from './type-reference.module.css';

interface TypeReferenceProps {
  readonly type: ReferenceType;
  /** The engine that the reference is limited to. */
  readonly target: TargetEngine | undefined;
}

/** All data of the catalogue about one type. */
export function TypeReference({ type, target }: TypeReferenceProps) {
  const id = useId();
  const { name, title, description, isBeta, engines, place, parameters } = type;
  const main = mainTitleOf(name);
  const isMissing = target !== undefined && missingReason(name, target) !== null;
  return (
    <section className={styles['type']} aria-labelledby={id}>
      <header>
        <h2 id={id} className={styles['title']}>
          {title} <code className={styles['name']}>{name}</code>
          {isBeta && <Chip tone="warning">Beta</Chip>}
          {isMissing && <Chip tone="warning">Not supported by {engineTitle(target)}</Chip>}
        </h2>
        <p className={styles['description']}>{description}</p>
      </header>
      <dl className={common['stack1']}>
        <Fact name="Place">{place}</Fact>
        <Fact name="Engines">{engines}</Fact>
        {main !== null && (
          <>
            <Fact name="Main type">{main}</Fact>
            <Fact name="Other sub-types">
              <span className={styles['links']}>
                {siblingsOf(name).map((sibling) => (
                  <Link
                    key={sibling}
                    from={ROUTES.fieldTypes}
                    to={ROUTES.fieldTypes}
                    search={(before: ReferenceSearch) => ({ ...before, type: sibling })}
                  >
                    {typeTitle(sibling)}
                  </Link>
                ))}
              </span>
            </Fact>
          </>
        )}
        <Documentation name={name} title={title} target={target} />
      </dl>
      <h3 className={styles['heading']}>
        {target === undefined || isMissing ? 'Parameters' : `Parameters in ${engineTitle(target)}`}
      </h3>
      {parameters.length === 0 ? (
        <p className={styles['description']}>No parameters.</p>
      ) : (
        <ParameterTable parameters={parameters} label={`Parameters of ${title}`} />
      )}
    </section>
  );
}

function Fact({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  return (
    <div className={styles['fact']}>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}

/** For the requested engine; else for the newest version of each distribution that has the type. */
function Documentation({
  name,
  title,
  target,
}: {
  readonly name: string;
  readonly title: string;
  readonly target: TargetEngine | undefined;
}) {
  const docsUrl = useDocsUrl();
  const entry = typeEntry(name);
  const known = (target === undefined ? OFFERED_ENGINES : [target]).filter(
    (engine) => entry !== undefined && isKnownBy(entry.engines, engine),
  );
  const newest = known.filter(
    ({ distribution }, index) => known.findIndex((other) => other.distribution === distribution) === index,
  );
  const links = newest.flatMap((engine) => {
    const url = docsUrl(entry?.docs, engine);
    return url === null ? [] : [{ engine: engineTitle(engine), url }];
  });
  if (links.length === 0) return null;
  return (
    <Fact name="Documentation">
      <span className={styles['links']}>
        {links.map(({ engine, url }) => (
          <a
            key={engine}
            href={url}
            target="_blank"
            rel="noreferrer"
            aria-label={`${title} in the ${engine} documentation`}
          >
            {engine}
          </a>
        ))}
      </span>
    </Fact>
  );
}
