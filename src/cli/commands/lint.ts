import type { TargetEngine } from '#domain/catalogue';
import { lint, RULE_IDS, usageOf, type FieldUsage, type RuleChoice } from '#domain/lint';
import { OVERLAYS_OPTION } from '../code/project-options.ts';
import { defineCommand } from '../command.ts';
import { InputError, UsageError } from '../errors.ts';
import { EXIT, type ExitCode } from '../exit-codes.ts';
import { byPlace, reportAsJson, reportInWords, summaryInWords, type FileReport } from '../lint/lint-text.ts';
import { readSources, readUsage, type LintSource } from '../lint/read-sources.ts';
import { readEngine } from '../target-engine.ts';
import { printable } from '../terminal.ts';

export const lintCommand = defineCommand({
  usage:
    '[FILE…] [--env NAME] [--target ENGINE] [--upgrade-to ENGINE]… [--usage FILE] [--off RULE=REASON]… [--on RULE]… [--json]',
  details: [
    'FILE is a mapping, the body of an index, a template or the response of an engine, as JSON with or without comments or as YAML; the folder of a project (default: here); or - for standard input.',
    `Rules: ${RULE_IDS.join(', ')}. docs/lint.md says what each is about, and which are off by default.`,
    'Names file, line and column, the evidence and a fix. A rule that lacks data says so, and guesses nothing: upgrade needs --target, overlapping-templates a folder, field-growth a response about several indices, unused-keyword --usage. Ends with 1 where there are errors or warnings.',
    'In the folder of a project, "lint": { "off": { "RULE": "REASON" }, "on": ["RULE"] } in mapledger.config.json counts as well.',
  ],
  options: {
    ...OVERLAYS_OPTION,
    target: {
      type: 'string',
      value: 'ENGINE',
      help: 'The engine that the mappings are on, as elasticsearch@8.19 or opensearch@2.19.',
    },
    'upgrade-to': {
      type: 'string',
      multiple: true,
      value: 'ENGINE',
      help: 'The engine after the upgrade (default: the newest version of the same engine).',
    },
    usage: {
      type: 'string',
      value: 'FILE',
      help: 'How often fields are used: the response of GET INDEX/_field_usage_stats (Elasticsearch 7.15 and later).',
    },
    off: {
      type: 'string',
      multiple: true,
      value: 'RULE=REASON',
      help: 'Switch a rule off; the reason is in the report.',
    },
    on: { type: 'string', multiple: true, value: 'RULE', help: 'Switch a rule on that is off by default.' },
    json: { type: 'boolean', help: 'Print one line of JSON for each body.' },
  },
  examples: [
    { line: 'mapledger lint mappings/*.json', does: 'Check all files' },
    { line: 'mapledger lint . --target elasticsearch@8.19', does: 'Check a project, and what breaks with an upgrade' },
    {
      line: 'mapledger lint orders.json --target elasticsearch@7.10 --upgrade-to opensearch@3.4',
      does: 'Check what a move to another engine breaks',
    },
    {
      line: 'curl -s "localhost:9200/logs-*/_mapping" | mapledger lint -',
      does: 'Check all indices of a pattern, and how they grow',
    },
  ],
  takes: { min: 0, max: Number.POSITIVE_INFINITY },
  async run({ terminal, positionals, values }) {
    const { env, target, 'upgrade-to': upgradeTo, usage: usageFile, off = [], on = [], json = false } = values;
    const engines: Engines = {
      ...(target !== undefined && { target: readEngine(target, 'target') }),
      ...(upgradeTo !== undefined && { upgradeTo: upgradeTo.map((each) => readEngine(each, 'upgrade-to')) }),
    };
    if (engines.upgradeTo !== undefined && engines.target === undefined)
      throw new UsageError('--upgrade-to needs --target: what breaks depends on both.');
    const choice = readChoice(off, on);
    const usage = usageFile === undefined ? undefined : await readUsage(terminal, usageFile);
    const reports: FileReport[] = [];
    let worst: ExitCode = EXIT.fine;
    for (const path of positionals.length === 0 ? ['.'] : positionals) {
      try {
        for (const source of await readSources(terminal, path, env))
          reports.push(lintSource(source, engines, usage, choice));
      } catch (error) {
        if (!(error instanceof InputError)) throw error;
        // The other files are still checked.
        worst = EXIT.unreadable;
        terminal.err(`${printable(error.message)}\n`);
      }
    }
    for (const report of reports) terminal.out(json ? reportAsJson(report) : reportInWords(report));
    if (!json && reports.length > 0) terminal.out(summaryInWords(reports));
    const isWrong = reports.some(({ findings }) => findings.some(({ severity }) => severity !== 'info'));
    return worst === EXIT.fine && isWrong ? EXIT.wrong : worst;
  },
});

interface Engines {
  readonly target?: TargetEngine;
  readonly upgradeTo?: readonly TargetEngine[];
}

function lintSource(
  source: LintSource,
  engines: Engines,
  usage: ReadonlyMap<string, FieldUsage> | undefined,
  given: RuleChoice,
): FileReport {
  const { file, body, linted, at, placeOf, template, components, choice } = source;
  const rules: RuleChoice = {
    off: new Map([...choice.off, ...(given.off ?? [])]),
    on: new Set([...choice.on, ...(given.on ?? [])]),
  };
  const used = usage && usageOf(usage, linted.index);
  const known = {
    ...engines,
    ...(template !== undefined && { template }),
    ...(components !== undefined && { components }),
    ...(used !== undefined && { usage: used }),
  };
  const { findings, ...report } = lint({ ...linted, ...known, body }, rules);
  const placed = findings.map((finding) => {
    const inFile = `${at}${finding.at}`;
    return { ...finding, at: inFile, ...placeOf(inFile) };
  });
  return {
    file,
    kind: linted.kind,
    ...(linted.index !== undefined && { index: linted.index }),
    findings: placed.toSorted(byPlace),
    ...report,
  };
}

function readChoice(off: readonly string[], on: readonly string[]): RuleChoice {
  const reasons = off.map((text): [string, string] => {
    const equals = text.indexOf('=');
    const reason = equals === -1 ? '' : text.slice(equals + 1).trim();
    if (reason === '') throw new UsageError(`--off takes a rule and the reason, as ${text.split('=')[0] ?? ''}="..."`);
    return [text.slice(0, equals), reason];
  });
  const unknown = [...reasons.map(([rule]) => rule), ...on].find((rule) => !RULE_IDS.includes(rule));
  if (unknown !== undefined) throw new UsageError(`There is no rule "${unknown}". Rules are ${RULE_IDS.join(', ')}.`);
  return { off: new Map(reasons), on: new Set(on) };
}
