import { findNodeAtLocation, type Node } from 'jsonc-parser';
import { RequestError } from './errors.ts';

/**
 * Two lines of a bulk request for one hit in the text of a search response: its source letter by letter, so that no
 * number loses a digit.
 * @throws RequestError where the hit has no `_source`
 */
export function bulkLines(hit: Node, text: string): string {
  const source = findNodeAtLocation(hit, ['_source']);
  const id = String(findNodeAtLocation(hit, ['_id'])?.value);
  if (source === undefined) throw new RequestError(409, `Document "${id}" has no _source.`, { id });
  const routing: unknown = findNodeAtLocation(hit, ['_routing'])?.value;
  const action = { index: { _id: id, ...(typeof routing === 'string' && { routing }) } };
  // A line break in JSON is white space: those of a string are escaped.
  const body = text.slice(source.offset, source.offset + source.length).replaceAll(/[\r\n]+/g, ' ');
  return `${JSON.stringify(action)}\n${body}\n`;
}
