import { compareVersions, engineTitle, type TargetEngine } from '../../catalogue/engines.ts';
import { isWithin, joinPointer, lastToken, parentPointer, type Pointer } from '../../json/pointer.ts';
import { isObject, pickMembers } from '../../json/value.ts';
import { foreseenRefusals } from '../../mapping/foreseen-refusals.ts';
import { BREAKING_CHANGES, RELEASE_NOTES, type BreakingChange } from '../breaking-changes.ts';
import { withoutParameter } from '../fixes.ts';
import type { Finding, Fix, LintRule } from '../rule.ts';
import { existingAt, pathOf, type LintSubject } from '../subject.ts';

/** Whether a change came between two versions; one of another engine came before each of its versions. */
function isBetween({ distribution, since }: BreakingChange, from: TargetEngine, to: TargetEngine): boolean {
  if (distribution !== to.distribution || compareVersions(to.version, since) < 0) return false;
  return from.distribution === to.distribution && compareVersions(from.version, since) < 0;
}

/** Takes out a member of a metadata field, or the whole of it where it has no other. */
function withoutMember({ mappings, mappingsAt }: LintSubject, at: Pointer): Fix | null {
  const [holder, name = ''] = [parentPointer(at), lastToken(at)];
  const key = lastToken(holder) ?? '';
  const value = parentPointer(holder) === mappingsAt ? mappings[key] : undefined;
  if (!isObject(value)) return null;
  const rest = pickMembers(value, (each) => each !== name);
  const payload = Object.keys(rest).length === 0 ? { unset: [key] } : { set: { [key]: rest } };
  return { title: `Remove ${key}.${name}`, command: { type: 'configuration.save', payload } };
}

function changesFor(subject: LintSubject, to: TargetEngine): readonly Finding[] {
  const changes = BREAKING_CHANGES.filter((change) => isBetween(change, subject.target, to));
  const found = ({ effect, isRefused, note }: BreakingChange, at: Pointer, path: string, fix: Fix | null): Finding => ({
    at,
    path,
    evidence: `${engineTitle(to)}: ${effect}`,
    documentation: note,
    severity: isRefused ? 'error' : 'warning',
    fix,
  });
  return changes.flatMap((change) => {
    const { inBody, inField, isRefused } = change;
    const at = inBody?.(subject) ?? null;
    const inFields = subject.fields.flatMap((field) => {
      const members = inField?.(field) ?? null;
      if (members === null) return [];
      const place = joinPointer(field.at, ...members);
      const fix = isRefused && members[0] !== undefined ? withoutParameter(field, members[0], subject.target) : null;
      return [found(change, place, pathOf(field), fix)];
    });
    const path = at === null ? '' : (lastToken(parentPointer(at)) ?? '');
    return [...(at === null ? [] : [found(change, at, path, withoutMember(subject, at))]), ...inFields];
  });
}

/** What the version refuses that the mappings are not refused today. */
function refusalsFor(subject: LintSubject, to: TargetEngine): readonly Finding[] {
  const { mappings, mappingsAt, target, fields } = subject;
  const byPlace = new Map(fields.map((field) => [field.at, field] as const));
  const keyOf = ({ at, reason }: { readonly at: Pointer; readonly reason: string }) => `${at}\n${reason}`;
  const now = new Set(foreseenRefusals({}, mappings, target).map(keyOf));
  return foreseenRefusals({}, mappings, to)
    .filter((refusal) => !now.has(keyOf(refusal)))
    .map(({ at, path, reason }) => {
      const place = `${mappingsAt}${at}`;
      const field = byPlace.get(parentPointer(place));
      return {
        at: existingAt(subject, place),
        path,
        evidence: `${engineTitle(to)}: ${reason}`,
        documentation: RELEASE_NOTES[to.distribution],
        severity: 'error',
        fix: field === undefined ? null : withoutParameter(field, lastToken(place) ?? '', target),
      };
    });
}

function findingsFor(subject: LintSubject, to: TargetEngine): readonly Finding[] {
  const named = changesFor(subject, to);
  const refused = refusalsFor(subject, to);
  // A release note says more than the catalogue does.
  const places = new Set(named.map(({ at }) => at));
  const isNamed = ({ at }: Finding) => places.has(at) || [...places].some((place) => isWithin(place, at) && at !== '');
  return [...named, ...(named.length === 0 ? refused : refused.filter((finding) => !isNamed(finding)))];
}

export const upgrade: LintRule = {
  id: 'upgrade',
  title: 'Breaks with an upgrade',
  reason:
    'The next version refuses the mapping, or takes it for something else. Indices that exist keep working; new ones, and templates, need the change before the upgrade.',
  documentation: RELEASE_NOTES,
  severity: 'error',
  isOnByDefault: true,
  check: (subject) =>
    subject.isTargetKnown
      ? subject.upgradeTo.flatMap((to) => findingsFor(subject, to))
      : { noData: 'the engine and version that it is on' },
};
