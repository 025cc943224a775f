import { useId } from 'react';
import { Button } from '../../kit/button.tsx';
import { Chip } from '../../kit/chip.tsx';
import { copyText } from '../../kit/copy-text.ts';
import { ChevronRight, ClipboardCopy } from '../../kit/icons/icons.ts';
import { pageBasePath } from '../../platform/page-base-path.ts';
import styles from './api-reference-screen.module.css';
import { routeAsCurl, type ApiAnswer, type ApiRoute } from './read-openapi.ts';

interface RouteEntryProps {
  readonly route: ApiRoute;
  readonly isOpen: boolean;
  readonly onToggle: () => void;
}

/** One route: its summary, and when opened its parameters, body and responses. */
export function RouteEntry({ route, isOpen, onToggle }: RouteEntryProps) {
  const id = useId();
  const { method, path, summary, writes } = route;
  return (
    <li className={styles['route']}>
      <button type="button" className={styles['head']} aria-expanded={isOpen} aria-controls={id} onClick={onToggle}>
        <ChevronRight size={16} aria-hidden className={styles['arrow']} data-open={isOpen || undefined} />
        <span className={styles['method']}>{method}</span>
        <code className={styles['path']}>{path}</code>
        <span className={styles['summary']}>{summary}</span>
        {writes === true && <Chip tone="warning">Writes</Chip>}
      </button>
      <div id={id} hidden={!isOpen} className={styles['detail']}>
        {isOpen && <RouteDetail route={route} />}
      </div>
    </li>
  );
}

function RouteDetail({ route }: { readonly route: ApiRoute }) {
  const { parameters, body, answers, errors, writes } = route;
  const copy = () => void copyText(routeAsCurl(route, window.location.origin + pageBasePath()), 'Copied as curl');
  return (
    <>
      <p>
        {writes === null
          ? 'Not documented whether this route writes.'
          : writes
            ? 'Writes. Rejected by a read-only server.'
            : 'Reads only. Allowed on a read-only server.'}
      </p>
      {parameters.length > 0 && (
        <>
          <h3>Parameters</h3>
          <dl className={styles['parameters']}>
            {parameters.map(({ name, where, type, isRequired, description }) => (
              <div key={`${where} ${name}`}>
                <dt>
                  <code>{name}</code>
                </dt>
                <dd>
                  {type}, in the {where}
                  {isRequired ? ', required' : ''}
                  {description !== undefined && `. ${description}`}
                </dd>
              </div>
            ))}
          </dl>
        </>
      )}
      {body !== undefined && <Shape title="Body" text={body} />}
      {answers.map((answer) => (
        <Shape key={answer.status} title={`Response ${answer.status}`} text={answer.body ?? 'No content'} />
      ))}
      {errors.length > 0 && <Errors errors={errors} />}
      <div>
        <Button size="small" icon={ClipboardCopy} onPress={copy}>
          Copy as curl
        </Button>
      </div>
    </>
  );
}

function Shape({ title, text }: { readonly title: string; readonly text: string }) {
  return (
    <>
      <h3>{title}</h3>
      <pre className={styles['shape']} tabIndex={0} role="group" aria-label={title}>
        {text}
      </pre>
    </>
  );
}

/** All error responses have one shape, which is shown once. */
function Errors({ errors }: { readonly errors: readonly ApiAnswer[] }) {
  const [shape] = errors.flatMap(({ body }) => body ?? []);
  return (
    <>
      <h3>Errors</h3>
      <dl className={styles['parameters']}>
        {errors.map(({ status, description }) => (
          <div key={status}>
            <dt>
              <code>{status}</code>
            </dt>
            <dd>{description}</dd>
          </div>
        ))}
      </dl>
      {shape !== undefined && <Shape title="Error body" text={shape} />}
    </>
  );
}
