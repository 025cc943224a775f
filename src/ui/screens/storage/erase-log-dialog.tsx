import { useState } from 'react';
import { useQueries } from '@tanstack/react-query';
import { asOneLine, nameOfAuthor } from '#domain/events';
import { MAX_REASON_LENGTH, type RouteAnswer } from '#domain/wire';
import { isFinished, planStream } from '#domain/plan';
import { countOf } from '#domain/console';
import { WriteErrorNotice } from '../../cluster/api-error-notice.tsx';
import { AwaitedNotice } from '../../cluster/awaited-notice.tsx';
import { exactTime } from '../../files/relative-time.ts';
import { storedLogs } from '../../files/stored-logs.ts';
import { TypedFormDialog } from '../../frame/typed-form-dialog.tsx';
import { Banner } from '../../kit/banner.tsx';
import { CodeBlock } from '../../kit/code-block.tsx';
import { ComboBox } from '../../kit/combo-box.tsx';
import { copyText } from '../../kit/copy-text.ts';
import { ConfirmDialog } from '../../kit/modal.tsx';
import { TextField } from '../../kit/text-field.tsx';
import { showToast } from '../../kit/toast.tsx';
import { pageBasePath } from '../../platform/page-base-path.ts';
import { shellQuoted } from '../../platform/shell-quoted.ts';
import { useServices, useCore } from '../../platform/services.ts';
import { useApiMutation } from '../../platform/use-api-mutation.ts';
import { typedFormStream, type TypedForm } from '../../platform/typed-forms.ts';
import { typedOver, useTypedForm } from '../../platform/use-typed-form.ts';
import { useApiQuery, useRetry } from '../../platform/use-api-query.ts';
import { useDocument } from '../../platform/use-document.ts';
import { apiQueryOptions } from '../../platform/api-queries.ts';
import { consoleApi } from '../../platform/console-api.ts';

type ServerLog = RouteAnswer<'trail.streams'>['streams'][number];

const KINDS: Readonly<Record<string, string>> = {
  draft: 'Draft',
  workspace: 'List of drafts',
  index: 'Index mapping',
  index_template: 'Index template',
  component_template: 'Component template',
  legacy_template: 'Legacy template',
  plan: 'Plan',
};

const NOTHING: TypedForm<'eraseLog'> = { stream: null, reason: '' };

/** Takes the place of the server's data folder, which the browser does not know. */
const FOLDER = 'FOLDER';

/**
 * Asks for a log of the server and a reason, shows what is lost, and erases the log; where it is not the user's own,
 * shows the command for whoever operates the server.
 */
export function EraseLogDialog({ onClose }: { readonly onClose: () => void }) {
  const { author, drafts } = useServices();
  const list = useDocument(drafts).state;
  const trail = useApiQuery('trail.streams', { query: { author: author.id } });
  const proved = useApiQuery('trail.authors', {});
  const retry = useRetry('trail.streams', 'trail.authors');
  const opened = useTypedForm('eraseLog', typedFormStream('eraseLog'));
  const [{ stream, reason }, edit] = typedOver(opened, NOTHING);
  const [faults, setFaults] = useState<{ readonly log?: string; readonly reason?: string }>({});
  const [isAsking, setIsAsking] = useState(false);
  const erase = useApiMutation('trail.erase_stream', {
    invalidates: ['trail.streams', 'storage.get', 'plans.list'],
    sends: () => opened,
  });
  const plans = useFinishedPlans();
  const logs = (trail.data?.streams ?? []).filter(
    (log) => canBeErased(log) && (kindOf(log) !== 'plan' || plans.has(log.stream)),
  );
  const names = new Map(storedLogs(logs, list).map((log) => [log.stream, log.name]));
  const nameOf = (log: ServerLog) => log.draft?.name ?? plans.get(log.stream) ?? names.get(log.stream) ?? log.stream;
  const erased =
    erase.error === null
      ? undefined
      : trail.data?.streams.find((log) => log.erased !== undefined && log.stream === erase.variables.body.stream);
  const chosen = logs.find((log) => log.stream === stream);
  const line = asOneLine(reason).trim();
  const review = () => {
    const found = {
      ...(chosen === undefined && { log: 'Choose a log.' }),
      ...(line === '' && { reason: 'Enter a reason.' }),
    };
    setFaults(found);
    setIsAsking(Object.keys(found).length === 0);
  };
  if (opened === null) return null;
  if (isAsking && chosen !== undefined) {
    const { version, recordedAt, owner } = chosen;
    const isOwn = owner !== null && proved.data?.authors.some(({ id }) => id === owner.id) === true;
    const command = commandFor(chosen, line);
    const eraseHere = () =>
      erase.mutate(
        { body: { stream: chosen.stream, version, reason: line } },
        {
          onSuccess({ events }) {
            showToast({
              kind: 'success',
              title: `Erased the log of “${nameOf(chosen)}”`,
              text: `${countOf(events, 'event')} erased. Their hashes are kept.`,
            });
            onClose();
          },
        },
      );
    return (
      <ConfirmDialog
        title={`Erase the log of “${nameOf(chosen)}”?`}
        confirmLabel={isOwn ? 'Erase log' : 'Copy command'}
        isDanger={isOwn}
        isPending={erase.isPending}
        onCancel={() => setIsAsking(false)}
        onConfirm={isOwn ? eraseHere : () => void copyText(command, 'Command copied')}
      >
        <p>
          The server loses {countOf(version, 'event')} of {KINDS[kindOf(chosen)]?.toLowerCase() ?? 'log'} “
          {nameOf(chosen)}”{owner !== null && `, begun by ${nameOfAuthor(owner)}`}
          {recordedAt !== null && `, the last of ${exactTime(recordedAt)}`}: every change with its author, time, reason
          and content. Nobody can read, replay or restore them from the server again, and nothing more is recorded in
          this log.
        </p>
        <p>
          The hash of each event and your reason are kept for ever. Copies in browsers, exports and backups are not
          erased. This can’t be undone.
        </p>
        {!isOwn && (
          <>
            <p>
              This log isn’t one of your own drafts. To erase it, run this command on the server’s machine, with the
              server’s data folder in place of {FOLDER}:
            </p>
            <CodeBlock label="Command" isWrapped>
              {command}
            </CodeBlock>
          </>
        )}
        {erase.error && <WriteErrorNotice title="Couldn’t erase the log" error={erase.error} readAgain="the logs" />}
      </ConfirmDialog>
    );
  }
  return (
    <TypedFormDialog
      title="Erase log"
      submitLabel="Review"
      isSubmitDisabled={logs.length === 0 || proved.isPending}
      onSubmit={review}
      onClose={onClose}
      opened={opened}
    >
      <AwaitedNotice
        what="the logs"
        isLoading={trail.isPending || proved.isPending}
        error={trail.error ?? proved.error}
        onRetry={retry}
      />
      {erased !== undefined && (
        <Banner kind="info" title="The result is unknown">
          The response was lost, so the server was read again: the log of “{nameOf(erased)}” is erased.
        </Banner>
      )}
      <p>You can erase your own drafts here. Other logs are erased by a command on the server’s machine.</p>
      {trail.isSuccess && logs.length === 0 && <p>The server has no logs that can be erased.</p>}
      <ComboBox
        label="Log"
        items={logs.map((log) => ({
          id: log.stream,
          label: nameOf(log),
          description: `${KINDS[kindOf(log)] ?? ''}, ${countOf(log.version, 'event')}`,
        }))}
        value={stream}
        onChange={(log) => edit({ stream: log })}
        errorMessage={faults.log}
        isDisabled={logs.length === 0}
      />
      <TextField
        label="Reason"
        value={reason}
        onChange={(text) => edit({ reason: text })}
        maxLength={MAX_REASON_LENGTH}
        errorMessage={faults.reason}
        description="Kept for ever with the hashes. Don’t enter names of people."
      />
    </TypedFormDialog>
  );
}

function kindOf({ stream }: ServerLog): string {
  return stream.slice(0, stream.indexOf('/'));
}

function canBeErased(log: ServerLog): boolean {
  return log.erased === undefined && Object.hasOwn(KINDS, kindOf(log));
}

/** Erases a log on the server's machine, whatever is in its name or the reason. */
function commandFor({ stream, version }: ServerLog, reason: string): string {
  const address = window.location.origin + pageBasePath();
  return `mapledger erase log ${shellQuoted(stream)} --version ${version} --reason=${shellQuoted(reason)} --server ${address} --data-dir ${FOLDER}`;
}

/** The most clusters whose plans are listed: each is a request to a cluster. */
const MAX_ASKED = 20;
const NONE: readonly never[] = [];

/**
 * Titles of the plans that are done, cancelled or undone, by their streams; the plans of clusters that don't respond
 * are missing.
 */
function useFinishedPlans(): ReadonlyMap<string, string> {
  const { http } = useCore();
  const clusters = useApiQuery('clusters.list', {}).data?.clusters ?? NONE;
  return useQueries({
    queries: clusters
      .slice(0, MAX_ASKED)
      .map(({ id }) => apiQueryOptions({ api: consoleApi(http, id), clusterId: id }, 'plans.list', {})),
    combine: (results) =>
      new Map(
        results
          .flatMap(({ data }) => [...(data?.plans ?? [])])
          .filter(isFinished)
          .map(({ id, title }) => [planStream(id), title]),
      ),
  });
}
