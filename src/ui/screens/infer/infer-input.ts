import type { RouteAnswer } from '#domain/wire';
import { draftNameOf } from '../../files/draft-names.ts';

/** Documents that a mapping is inferred from: a file, or a sample of an index as the content of one. */
export type InferInput =
  | { readonly kind: 'file'; readonly file: File }
  | ({ readonly kind: 'sample'; readonly file: File; readonly index: string } & Omit<Sample, 'lines'>);

type Sample = RouteAnswer<'documents.sample'>;

/** A sample as the worker reads it: the name says that each line is a document, whatever the name of the index. */
export function sampleInput(index: string, { lines, ...sample }: Sample): InferInput {
  return { kind: 'sample', file: new File([lines], `${index}.ndjson`), index, ...sample };
}

/** `orders.csv`, `index orders`. */
export function inputTitle(input: InferInput): string {
  return input.kind === 'file' ? input.file.name : `index ${input.index}`;
}

/** Where the documents come from, as the reason of a change says it: `index orders, a sample of 1,000 of 25,000`. */
export function inputOrigin(input: InferInput): string {
  if (input.kind === 'file' || !isPart(input)) return inputTitle(input);
  const [read, total] = [input.documents, input.total].map((count) => count.toLocaleString('en'));
  return `${inputTitle(input)}, a sample of ${read} of ${total}`;
}

/** The name of a draft from these documents. */
export function inputDraftName(input: InferInput): string {
  if (input.kind === 'sample') return input.index;
  return draftNameOf(input.file.name.replace(/\.[ct]sv$/i, ''), 'Inferred mapping');
}

/** Whether the index has documents that are not in its sample. */
export function isPart({ documents, total, isCut }: Pick<Sample, 'documents' | 'total' | 'isCut'>): boolean {
  return isCut || documents < total;
}
