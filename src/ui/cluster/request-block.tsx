import type { ClusterRequest } from '#domain/ports';
import { CodeBlock } from '../kit/code-block.tsx';

/** Characters of a body that are shown: a request may have megabytes, which nobody reads and every render would pay for. */
const MAX_SHOWN = 100_000;

interface RequestBlockProps {
  readonly request: ClusterRequest;
  readonly label?: string;
}

/** A request as it goes to the cluster: its line, and its body below. A long body is cut, and says so; copying gives all of it. */
export function RequestBlock({ request: { method, path, body = '' }, label = 'Request' }: RequestBlockProps) {
  const cut =
    body.length > MAX_SHOWN
      ? `${body.slice(0, MAX_SHOWN)}\n… the first ${MAX_SHOWN.toLocaleString('en')} of ${body.length.toLocaleString('en')} characters`
      : body;
  return <CodeBlock label={label}>{`${method} ${path}\n${cut}`.trimEnd()}</CodeBlock>;
}
