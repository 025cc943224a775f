import { ENGINE_NAMES } from '../catalogue/engines.ts';
import { BREAKING_CHANGES } from './breaking-changes.ts';
import { SEVERITY_LABELS, type LintRule } from './rule.ts';
import { LINT_RULES } from './rules/list.ts';

/** The rules and breaking changes as they stand in `docs/lint.md`. */
export function lintReferenceText(): string {
  return ['## Rules', ...LINT_RULES.map(ruleText), '## Breaking changes', INTRODUCTION, changesText()].join('\n\n');
}

const INTRODUCTION =
  'What `upgrade` names with its release note. Beside them it names every type and parameter that the field types of Mapledger know to be refused by the version, and that the present one takes.';

function ruleText({ id, title, reason, documentation, severity, isOnByDefault }: LintRule): string {
  const links = (['elasticsearch', 'opensearch'] as const).map(
    (engine) => `[${ENGINE_NAMES[engine]}](${documentation[engine]})`,
  );
  const state = isOnByDefault ? 'on by default' : `off by default: \`--on ${id}\``;
  return [`### ${title} (\`${id}\`)`, reason, `${SEVERITY_LABELS[severity]}, ${state}. ${links.join(', ')}.`].join(
    '\n\n',
  );
}

function changesText(): string {
  const rows = BREAKING_CHANGES.map(
    ({ distribution, since, effect, isRefused, note }) =>
      `| [${ENGINE_NAMES[distribution]} ${since}](${note}) | ${effect} | ${isRefused ? 'refused' : 'changed'} |`,
  );
  return ['| Since | Change | |', '|---|---|---|', ...rows].join('\n');
}
