import { Banner } from '../kit/banner.tsx';
import { Chip } from '../kit/chip.tsx';
import common from '../kit/common.module.css';
import { useApiQuery } from '../platform/use-api-query.ts';
import styles from './cluster.module.css';
import { shortCommit, useCodeClaim, type CodeClaim } from './use-code-claims.ts';

interface Claimed {
  readonly kind: CodeClaim['kind'];
  readonly name: string;
}

/** That a template is managed by code, beside its name in a list. */
export function CodeChip({ kind, name }: Claimed) {
  const claim = useCodeClaim(kind, name);
  if (claim === null) return null;
  return <Chip title={`Managed by code: ${claim.file} of project ${claim.project}`}>Code</Chip>;
}

/** The project, the file and the commit that was applied last. */
export function CodeClaimText({ claim: { project, file, applied } }: { readonly claim: CodeClaim }) {
  const { commit, isDirty, environment } = applied;
  return (
    <>
      Project {project}, file <code>{file}</code>
      {environment !== null && <>, environment {environment}</>}
      {commit !== null && (
        <>
          , commit <code title={commit}>{shortCommit(commit)}</code>
          {isDirty && ' with uncommitted changes'}
        </>
      )}
    </>
  );
}

/** That an object is managed by code, before it is changed by hand; or that this could not be found out. */
export function CodeWarning({ kind, name }: Claimed) {
  const claim = useCodeClaim(kind, name);
  const { data, error } = useApiQuery('code.claims', { query: {} });
  if (claim === null)
    return data === undefined && error !== null ? (
      <p className={common['muted']}>Couldn’t check whether it is managed by code: {error.message}</p>
    ) : null;
  return (
    <Banner kind="warning" title="Managed by code">
      <p>
        <CodeClaimText claim={claim} />.
      </p>
      <p>
        {kind === 'index'
          ? 'The next apply overwrites changes to members that the file names. Change the file instead.'
          : 'The next apply overwrites what you change here. Change the file instead.'}
      </p>
    </Banner>
  );
}

/** The same in short below an editor, where it moves nothing that is above and takes little of a small screen. */
export function CodeNotice({ kind, name }: Claimed) {
  const claim = useCodeClaim(kind, name);
  if (claim === null) return null;
  const { project, file } = claim;
  const overwritten = kind === 'index' ? 'changes to members that the file names' : 'what you change here';
  return (
    <div className={styles['codeNotice']}>
      <Banner
        kind="warning"
        title={`Managed by code: ${file} of project ${project}. The next apply overwrites ${overwritten}.`}
      />
    </div>
  );
}
