import {
  CHECKED_DOCUMENTS,
  indexBody,
  Inference,
  missingFields,
  type CutListener,
  type DocumentCheck,
} from '#domain/infer';
import { asJson, formatJson } from '#domain/json';
import { replaceFile } from '../code/write-file.ts';
import { defineCommand, readCount } from '../command.ts';
import { InputError, UsageError } from '../errors.ts';
import { EXIT } from '../exit-codes.ts';
import { FORMAT_NAMES, readDocuments, readFormat } from '../infer/read-documents.ts';
import { inferReport, type Inferred } from '../infer/report.ts';
import { nameOf, STDIN } from '../input.ts';
import { readMappings } from '../read-mappings.ts';
import { DEFAULT_ENGINE, readEngine } from '../target-engine.ts';

/** What is kept of standard input to try the mapping with, as it can't be read again. */
const KEPT_BYTES = 16 * 1024 * 1024;

export const inferCommand = defineCommand({
  usage: 'FILE [--target ENGINE] [--against MAPPING]',
  details: [
    'FILE has JSON documents, one in each line or in an array, or CSV with a heading; - is standard input. Every value is read; the type of each field is given with its reason, alternatives, and what dynamic mapping would make.',
    'The mapping is then tried with the documents. Documents that no engine takes are listed by line. Parts of values are printed as examples.',
  ],
  options: {
    target: {
      type: 'string',
      value: 'ENGINE',
      help: `The engine, as elasticsearch@8.19 or opensearch@2.19 (default: ${DEFAULT_ENGINE}).`,
    },
    against: {
      type: 'string',
      value: 'MAPPING',
      help: 'Also list the fields that a mapping or template lacks, and the documents it would refuse.',
    },
    format: { type: 'string', value: 'FORMAT', help: `${FORMAT_NAMES.join(', ')} (default: by name and content).` },
    check: {
      type: 'string',
      value: 'N',
      help: `Try at most N documents, or all (default: ${CHECKED_DOCUMENTS.toLocaleString('en')}).`,
    },
    out: { type: 'string', value: 'FILE', help: 'Write the mapping to a file, as the body that creates an index.' },
    json: { type: 'boolean', help: 'Print the result as JSON.' },
  },
  examples: [
    { line: 'mapledger infer orders.ndjson --out orders.json', does: 'Write a mapping for the documents of a file' },
    {
      line: 'mapledger infer new.csv --target opensearch@3.4 --against orders.json',
      does: 'See what a mapping lacks for a new source',
    },
  ],
  takes: { min: 1, max: 1 },
  async run({ terminal, positionals: [file = ''], values }) {
    const target = readEngine(values.target ?? DEFAULT_ENGINE, 'target');
    const form = readFormat(values.format);
    const most = readMost(values.check);
    if (file === STDIN && values.against === STDIN) throw new UsageError('Only one input can be standard input.');
    const against = values.against === undefined ? null : await readMappings(terminal, values.against);
    const kept = file === STDIN ? new KeptDocuments(most) : null;
    const inference = new Inference();
    const listener: CutListener =
      kept === null
        ? inference.listener
        : {
            ...inference.listener,
            document(bytes, start, end, line) {
              inference.listener.document(bytes, start, end, line);
              kept.add(bytes, start, end, line);
            },
          };
    await readDocuments(terminal, file, { form, label: 'Reading' }, listener);
    if (inference.isEmpty) throw new InputError(nameOf(file), 'it holds no documents');
    const { collector, faults, faultCount } = inference;
    const mapping = inference.propose(target);
    const attempt = inference.tryOn([mapping, ...(against === null ? [] : [against])], mapping, {
      engine: target,
      most,
    });
    if (kept !== null)
      for (const { bytes, line } of kept.documents) attempt.listener.document(bytes, 0, bytes.length, line);
    else if (!attempt.isDone()) {
      const onChunk = () => !attempt.isDone();
      await readDocuments(terminal, file, { form, label: 'Checking', onChunk }, attempt.listener);
    }
    const [proposed, existing] = attempt.results();
    const inferred: Inferred = {
      file: nameOf(file),
      target,
      documents: collector.documents,
      total: collector.total,
      mapping,
      faults,
      faultCount,
      check: proposed as DocumentCheck,
      against:
        against === null || existing === undefined
          ? null
          : { file: values.against ?? '', missing: missingFields(mapping.fields, against.mappings), check: existing },
    };
    if (values.out !== undefined) await replaceFile(values.out, `${formatJson(indexBody(mapping), 2)}\n`);
    terminal.out(values.json === true ? `${formatJson(asJson(inferred))}\n` : inferReport(inferred));
    const isWrong =
      inferred.faultCount > 0 ||
      mapping.refusedNames.length > 0 ||
      inferred.check.refusedCount > 0 ||
      (inferred.against?.check.refusedCount ?? 0) > 0;
    return isWrong ? EXIT.wrong : EXIT.fine;
  },
});

function readMost(text: string | undefined): number {
  if (text === undefined) return CHECKED_DOCUMENTS;
  return text === 'all' ? Number.POSITIVE_INFINITY : readCount(text, 'check', 0);
}

/** The first documents of an input, within a limit. */
class KeptDocuments {
  readonly documents: { readonly bytes: Uint8Array; readonly line: number }[] = [];
  #bytes = 0;
  readonly #most: number;

  constructor(most: number) {
    this.#most = most;
  }

  add(bytes: Uint8Array, start: number, end: number, line: number): void {
    this.#bytes += end - start;
    if (this.#bytes <= KEPT_BYTES && this.documents.length < this.#most)
      this.documents.push({ bytes: bytes.slice(start, end), line });
  }
}
