import { engineTitle, type TargetEngine } from '#domain/catalogue';
import type { DocumentFault, InferredField, InferredMapping } from '#domain/infer';
import { formatJson, type JsonObject } from '#domain/json';
import { countOf } from '../count-of.ts';
import { printable } from '../terminal.ts';
import type { DocumentCheck } from './check-documents.ts';

/** What `mapledger infer` found; printed as it is with `--json`. */
export interface Inferred {
  readonly file: string;
  readonly target: TargetEngine;
  /** Documents that count, and all. */
  readonly documents: number;
  readonly total: number;
  readonly mapping: InferredMapping;
  /** Documents that no engine takes, the first ones. */
  readonly faults: readonly DocumentFault[];
  readonly faultCount: number;
  /** The proposed mapping, tried with the documents. */
  readonly check: DocumentCheck;
  readonly against: {
    readonly file: string;
    readonly missing: readonly InferredField[];
    readonly check: DocumentCheck;
  } | null;
}

/** Alternatives that are shown of a field. */
const MAX_ALTERNATIVES = 2;
const shown = (count: number): string => count.toLocaleString('en');

/** The result in words, escaped for a terminal. */
export function inferReport(inferred: Inferred): string {
  const { file, target, documents, total, mapping, check, against } = inferred;
  const of =
    documents === total ? countOf(documents, 'document') : `${shown(documents)} of ${countOf(total, 'document')}`;
  const sections: (readonly string[])[] = [
    [`${file}: ${of}, ${countOf(mapping.fields.length, 'field')}, for ${engineTitle(target)}`],
    ...mapping.fields.map(fieldLines),
  ];
  if (mapping.withoutValues.length > 0)
    sections.push([
      'Not mapped, as there are only null and empty lists:',
      ...mapping.withoutValues.map((path) => `  ${path.join('.')}`),
    ]);
  const fallbacks = mapping.fields.filter(({ isFallback }) => isFallback);
  if (fallbacks.length > 0)
    sections.push([
      `Not searchable, as no type takes all values (${countOf(fallbacks.length, 'field')}${mapping.hasManyFallbacks ? ', more than 1 %' : ''}):`,
      ...fallbacks.map(({ path }) => `  ${path.join('.')}`),
    ]);
  if (mapping.summedUp.length > 0)
    sections.push([
      'Too many different keys to tell all of them apart:',
      ...mapping.summedUp.map((path) => `  ${path.length === 0 ? 'the document itself' : path.join('.')}`),
    ]);
  const settings = Object.entries(mapping.settings);
  if (settings.length > 0)
    sections.push([
      'The index needs the settings:',
      ...settings.map(([name, value]) => `  ${name}: ${formatJson(value)}`),
    ]);
  sections.push(...faultSections(inferred));
  sections.push(checkLines('the proposed mapping', check, documents));
  if (against !== null) {
    sections.push(
      against.missing.length === 0
        ? [`${against.file} has every field.`]
        : [
            `${against.file} lacks ${countOf(against.missing.length, 'field')}:`,
            ...against.missing.map(({ path, definition }) => `  ${path.join('.')}  ${definitionText(definition)}`),
          ],
    );
    sections.push(checkLines(against.file, against.check, documents));
  }
  return sections.map((lines) => lines.map((line) => `${printable(line)}\n`).join('')).join('\n');
}

/** `date (format: "yyyy/MM/dd")`. */
function definitionText({ type, ...parameters }: JsonObject): string {
  const others = Object.entries(parameters).map(([name, value]) => `${name}: ${formatJson(value)}`);
  return `${typeof type === 'string' ? type : 'object'}${others.length === 0 ? '' : ` (${others.join(', ')})`}`;
}

function fieldLines(field: InferredField): readonly string[] {
  const { path, definition, reason, alternatives, dynamic, dynamicRefuses, figures } = field;
  const kinds = Object.entries(figures.types).map(([kind, count]) => `${kind} ${shown(count)}`);
  const missing = figures.missingShare === 0 ? '' : `, missing in ${percent(figures.missingShare)}`;
  const facts = [`${countOf(figures.documents, 'document')}${missing}`, kinds.join(', ')];
  if (figures.lists > 0) facts.push(countOf(figures.lists, 'list'));
  if (figures.distinct !== null)
    facts.push(`${figures.distinct.isExact ? '' : 'about '}${shown(figures.distinct.count)} distinct`);
  if (figures.length !== null) facts.push(`${shown(figures.length.min)} to ${shown(figures.length.max)} characters`);
  if (figures.examples.length > 0) facts.push(`e.g. ${figures.examples.join(', ')}`);
  const refuses =
    dynamicRefuses === null
      ? ''
      : `, which refuses ${shown(dynamicRefuses.count)} of ${countOf(dynamicRefuses.of, 'sampled value')}`;
  return [
    `${path.join('.')}  ${definitionText(definition)}`,
    `  ${reason}`,
    `  ${facts.join('; ')}`,
    `  Dynamic mapping: ${dynamic === null ? 'none' : definitionText(dynamic)}${refuses}`,
    ...alternatives.slice(0, MAX_ALTERNATIVES).map((each) => `  Or ${definitionText(each.definition)}: ${each.reason}`),
  ];
}

function percent(share: number): string {
  const value = share * 100;
  return value < 0.1 ? 'less than 0.1 %' : `${value.toFixed(1)} %`;
}

function faultSections({ file, faults, faultCount, mapping }: Inferred): readonly (readonly string[])[] {
  const sections: (readonly string[])[] = [];
  if (faultCount > 0) {
    const more = faultCount - faults.length;
    sections.push([
      `Not read, or refused by every mapping (${countOf(faultCount, 'document')}):`,
      ...faults.map(({ line, reason }) => `  ${file}:${line}: ${reason}`),
      ...(more > 0 ? [`  and ${shown(more)} more`] : []),
    ]);
  }
  if (mapping.refusedNames.length > 0)
    sections.push([
      'Names that the engine refuses:',
      ...mapping.refusedNames.map(
        ({ path, reason, lines, documents }) =>
          `  ${path.join('.')}: ${reason} ${countOf(documents, 'document')}, ${linesText(lines)}`,
      ),
    ]);
  return sections;
}

const linesText = (lines: readonly number[]): string => `line${lines.length === 1 ? '' : 's'} ${lines.join(', ')}`;

function checkLines(name: string, check: DocumentCheck, documents: number): readonly string[] {
  if (check.checked === 0) return [`No document was tried on ${name}.`];
  const of =
    check.checked === documents
      ? countOf(check.checked, 'document')
      : `${shown(check.checked)} of ${countOf(documents, 'document')}`;
  const unknown = check.unknown === 0 ? '' : ` Of ${shown(check.unknown)} it can’t be told.`;
  if (check.refusedCount === 0) return [`Tried ${of} on ${name}: none is refused.${unknown}`];
  return [
    `Tried ${of} on ${name}: ${shown(check.refusedCount)} ${check.refusedCount === 1 ? 'is' : 'are'} refused.${unknown}`,
    ...check.refused.map(
      ({ field, reason, documents: count, lines }) =>
        `  ${field ?? 'document'}: ${reason} ${countOf(count, 'document')}, ${linesText(lines)}`,
    ),
  ];
}
