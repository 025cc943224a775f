import { formatJson } from '../json/text.ts';
import type { JsonObject } from '../json/value.ts';
import type { DocumentCheck, Unmapped } from './check-documents.ts';
import type { DocumentFault } from './collector.ts';
import type { InferredField, InferredMapping } from './propose.ts';
import { shown } from './value-types.ts';

/** One matter of a report: a heading, and what there is of it. */
export interface Finding {
  readonly title: string;
  readonly lines: readonly string[];
}

/** What of the documents a mapping is not for, as far as it is listed. */
interface ListedFaults {
  readonly faults: readonly DocumentFault[];
  readonly faultCount: number;
}

const countOf = (count: number, noun: string): string => `${shown(count)} ${noun}${count === 1 ? '' : 's'}`;
const linesText = (lines: readonly number[]): string => `line${lines.length === 1 ? '' : 's'} ${lines.join(', ')}`;

/** `date (format: "yyyy/MM/dd")`. */
export function definitionText({ type, ...parameters }: JsonObject): string {
  const others = Object.entries(parameters).map(([name, value]) => `${name}: ${formatJson(value)}`);
  return `${typeof type === 'string' ? type : 'object'}${others.length === 0 ? '' : ` (${others.join(', ')})`}`;
}

/** What was seen of a field. */
export function figuresText({ figures }: InferredField): string {
  const kinds = Object.entries(figures.types).map(([kind, count]) => `${kind} ${shown(count)}`);
  const missing = figures.missingShare === 0 ? '' : `, missing in ${percent(figures.missingShare)}`;
  const facts = [`${countOf(figures.documents, 'document')}${missing}`, kinds.join(', ')];
  if (figures.lists > 0) facts.push(countOf(figures.lists, 'list'));
  if (figures.distinct !== null)
    facts.push(`${figures.distinct.isExact ? '' : 'about '}${shown(figures.distinct.count)} distinct`);
  if (figures.length !== null) {
    const { min, max } = figures.length;
    facts.push(min === max ? countOf(max, 'character') : `${shown(min)} to ${countOf(max, 'character')}`);
  }
  if (figures.examples.length > 0) facts.push(`e.g. ${figures.examples.join(', ')}`);
  return facts.join('; ');
}

function percent(share: number): string {
  const value = share * 100;
  return value < 0.1 ? 'less than 0.1 %' : `${value.toFixed(1)} %`;
}

/** What dynamic mapping makes of a field, and what that refuses. */
export function dynamicText({ dynamic, dynamicRefuses }: InferredField): string {
  const refuses =
    dynamicRefuses === null
      ? ''
      : `, which refuses ${shown(dynamicRefuses.count)} of ${countOf(dynamicRefuses.of, 'sampled value')}`;
  return `Dynamic mapping: ${dynamic === null ? 'none' : definitionText(dynamic)}${refuses}`;
}

/** `2 of 3 documents`: those that count of all. */
export function documentsText(documents: number, total: number): string {
  return documents === total ? countOf(documents, 'document') : `${shown(documents)} of ${countOf(total, 'document')}`;
}

/** What a mapping leaves out, or can't search. */
export function mappingFindings(mapping: InferredMapping): readonly Finding[] {
  const fallbacks = mapping.fields.filter(({ isFallback }) => isFallback);
  const settings = Object.entries(mapping.settings);
  return [
    {
      title: 'Not mapped, as there are only null and empty lists:',
      lines: mapping.withoutValues.map((path) => path.join('.')),
    },
    {
      title: `Not searchable, as no type takes all values (${countOf(fallbacks.length, 'field')}${mapping.hasManyFallbacks ? ', more than 1 %' : ''}):`,
      lines: fallbacks.map(({ path }) => path.join('.')),
    },
    {
      title: 'Too many different keys to tell all of them apart:',
      lines: mapping.summedUp.map((path) => (path.length === 0 ? 'the document itself' : path.join('.'))),
    },
    {
      title: 'The index needs the settings:',
      lines: settings.map(([name, value]) => `${name}: ${formatJson(value)}`),
    },
  ].filter(({ lines }) => lines.length > 0);
}

/** Documents and names that no mapping takes; `placeOf` writes a line of the input. */
export function refusalFindings(
  { faults, faultCount }: ListedFaults,
  { refusedNames }: Pick<InferredMapping, 'refusedNames'>,
  placeOf: (line: number) => string,
): readonly Finding[] {
  const more = faultCount - faults.length;
  return [
    {
      title: `Not read, or refused by every mapping (${countOf(faultCount, 'document')}):`,
      lines: [
        ...faults.map(({ line, reason }) => `${placeOf(line)}: ${reason}`),
        ...(more > 0 ? [`and ${shown(more)} more`] : []),
      ],
    },
    {
      title: 'Names that the engine refuses:',
      lines: refusedNames.map(
        ({ path, reason, lines, documents }) =>
          `${path.join('.')}: ${reason} ${countOf(documents, 'document')}, ${linesText(lines)}`,
      ),
    },
  ].filter(({ lines }) => lines.length > 0);
}

/** How documents fared on a mapping. */
export function checkFinding(name: string, check: DocumentCheck, documents: number): Finding {
  if (check.checked === 0) return { title: `No document was tried on ${name}.`, lines: [] };
  const of = documentsText(check.checked, documents);
  const unknown = check.unknown === 0 ? '' : ` Of ${shown(check.unknown)} it can’t be told.`;
  if (check.refusedCount === 0) return { title: `Tried ${of} on ${name}: none is refused.${unknown}`, lines: [] };
  return {
    title: `Tried ${of} on ${name}: ${shown(check.refusedCount)} ${check.refusedCount === 1 ? 'is' : 'are'} refused.${unknown}`,
    lines: check.refused.map(
      ({ field, reason, documents: count, lines }) =>
        `${field ?? 'document'}: ${reason} ${countOf(count, 'document')}, ${linesText(lines)}`,
    ),
  };
}

/** Values that a mapping leaves out of the index: ignored by a limit, or as they are malformed. */
export function ignoredFinding(name: string, { ignored }: DocumentCheck): Finding {
  return {
    title: `Values that ${name} leaves out of the index:`,
    lines: ignored.map(
      ({ field, reason, documents, lines }) =>
        `${field}: ${reason} ${countOf(documents, 'document')}, ${linesText(lines)}`,
    ),
  };
}

/** What a mapping makes of a field that it lacks; undefined where no document with it was tried. */
export function unmappedText(outcome: Unmapped | undefined): string {
  switch (outcome?.kind) {
    case undefined:
      return 'Without it: not tried, as no document that was tried has a value.';
    case 'added': {
      const by = outcome.template === null ? 'dynamic mapping' : `the dynamic template ${outcome.template}`;
      return `Without it: ${by} adds ${definitionText(outcome.definition)}${outcome.isRuntime ? ' as a runtime field' : ''}.`;
    }
    case 'runtime':
      return 'Without it: a runtime field reads it from _source.';
    case 'unknown':
      return 'Without it: what dynamic mapping adds can’t be told.';
    case 'ignored':
      return `Without it: not indexed. ${outcome.reason}`;
    case 'refused':
      return `Without it: documents are refused. ${outcome.reason}`;
  }
}
