import type { Distribution } from '../catalogue/engines.ts';
import type { SingleCommand } from '../commands/list.ts';
import type { Pointer } from '../json/pointer.ts';
import type { LintSubject } from './subject.ts';

/**
 * The worst first.
 *
 * - `error`: an engine refuses it, or documents are lost by it.
 * - `warning`: it works, and costs more than it has to or stops working later.
 * - `info`: it may be meant.
 */
export const SEVERITIES = ['error', 'warning', 'info'] as const;
export type Severity = (typeof SEVERITIES)[number];

export const SEVERITY_LABELS: Readonly<Record<Severity, string>> = { error: 'Error', warning: 'Warning', info: 'Note' };

/** One command that takes a finding away. */
export interface Fix {
  /** A verb and its object, as a button has it. */
  readonly title: string;
  readonly command: SingleCommand;
}

/** A place in a body that a rule is about, and what the rule has seen there. */
export interface Finding {
  /** In the body; always of something that exists. */
  readonly at: Pointer;
  /** Of the field as people write it, or the member of the mappings. */
  readonly path: string;
  /** A sentence with what was seen. */
  readonly evidence: string;
  readonly fix: Fix | null;
  /** Where it is another one than that of the rule. */
  readonly severity?: Severity;
  /** Where it is another address than that of the rule, such as a release note. */
  readonly documentation?: string;
}

/** What a rule says where it lacks what it would have to know. It never guesses. */
interface NoData {
  /** What is missing, as a noun phrase. */
  readonly noData: string;
}

/** One rule: pure, and of a cost that is linear in the fields. */
export interface LintRule {
  /** In lower case with hyphens: what a command line and a configuration name it by. */
  readonly id: string;
  readonly title: string;
  /** Why it matters and what to do, in one or two sentences. */
  readonly reason: string;
  /** The public page about it in the documentation of each engine. */
  readonly documentation: Readonly<Record<Distribution, string>>;
  readonly severity: Severity;
  /** A rule with more than one false alarm in 20 hits that were read is off unless it is turned on. */
  readonly isOnByDefault: boolean;
  readonly check: (subject: LintSubject) => readonly Finding[] | NoData;
}
