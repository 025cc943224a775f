import { findNodeAtLocation, type Node } from 'jsonc-parser';
import { RequestError } from './errors.ts';

/**
 * Two lines of a bulk request for one hit in the text of a search response: its source letter by letter, so that no
 * number loses a digit.
 * @throws RequestError where the hit has no `_source`
 */
export function bulkLines(hit: Node, text: string): string {
  const id = idOf(hit);
  const routing: unknown = findNodeAtLocation(hit, ['_routing'])?.value;
  const action = { index: { _id: id, ...(typeof routing === 'string' && { routing }) } };
  return `${JSON.stringify(action)}\n${sourceLine(hit, text)}`;
}

/**
 * The source of one hit in the text of a search response as a line, letter by letter.
 * @throws RequestError where the hit has no `_source`
 */
export function sourceLine(hit: Node, text: string): string {
  const source = findNodeAtLocation(hit, ['_source']);
  if (source === undefined) throw new RequestError(409, `Document "${idOf(hit)}" has no _source.`, { id: idOf(hit) });
  // A line break in JSON is white space: those of a string are escaped.
  return `${text.slice(source.offset, source.offset + source.length).replaceAll(/[\r\n]+/g, ' ')}\n`;
}

function idOf(hit: Node): string {
  return String(findNodeAtLocation(hit, ['_id'])?.value);
}
