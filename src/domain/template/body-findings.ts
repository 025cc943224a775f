import { ALIAS_MEMBERS } from '../catalogue/alias-members.ts';
import { elasticsearch, isKnownBy, type TargetEngine } from '../catalogue/engines.ts';
import { valueAt } from '../json/patch.ts';
import { joinPointer, parsePointer } from '../json/pointer.ts';
import { isObject, objectMember, type JsonObject, type JsonValue } from '../json/value.ts';
import { documentAlterations, documentRefusals } from '../mapping/document-refusals.ts';
import type { ForeseenRefusal } from '../mapping/foreseen-refusal.ts';
import { locateMappings, type BodyKind, type MappingsPlace } from './locate.ts';

/** What an engine makes of a body otherwise than it is written, as far as the body alone shows it. */
export interface BodyFindings {
  readonly refusals: readonly ForeseenRefusal[];
  /** What it takes, and does not store or apply as it is written. */
  readonly alterations: readonly ForeseenRefusal[];
}

/**
 * What an engine refuses or alters of the mappings and aliases of a template or the body of an index; pointers begin at
 * the body. Cost: as `foreseenRefusals`.
 */
export function bodyFindings(
  body: JsonObject,
  target: TargetEngine,
  { kind, mappingsAt }: MappingsPlace = locateMappings(body),
): BodyFindings {
  const mappings = valueAt(body, mappingsAt);
  const below = (found: readonly ForeseenRefusal[]) =>
    found.map((each) => ({ ...each, at: `${mappingsAt}${each.at}` }));
  const aliases = aliasFindings(body, { kind, mappingsAt }, target);
  if (!isObject(mappings)) return aliases;
  return {
    refusals: [...below(documentRefusals(mappings, target)), ...aliases.refusals],
    alterations: [...below(documentAlterations(mappings, target)), ...aliases.alterations],
  };
}

/** What an engine refuses or alters of the aliases that a new index or a template has. */
export function aliasFindings(
  body: JsonObject,
  { kind, mappingsAt }: MappingsPlace,
  target: TargetEngine,
): BodyFindings {
  const tokens = parsePointer(mappingsAt);
  const holder = tokens.lastIndexOf('mappings');
  const at = joinPointer('', ...tokens.slice(0, Math.max(holder, 0)), 'aliases');
  const aliases = holder === -1 ? objectMember(body, 'aliases') : valueAt(body, at);
  const findings = { refusals: [] as ForeseenRefusal[], alterations: [] as ForeseenRefusal[] };
  for (const [alias, given] of isObject(aliases) ? Object.entries(aliases) : []) {
    for (const [name, value] of isObject(given) ? Object.entries(given) : []) {
      const verdict = memberVerdict(name, value, kind, target);
      if (verdict !== null)
        findings[verdict.isRefused ? 'refusals' : 'alterations'].push({
          at: joinPointer(at, alias, name),
          path: `alias ${alias}`,
          reason: verdict.reason,
        });
    }
  }
  return findings;
}

/** Engines that refuse unknown members of aliases, but in composable and component templates. */
const REFUSES_UNKNOWN = elasticsearch({ from: '8.19' });
/** Engines that refuse text in place of an object or a boolean likewise. */
const REFUSES_TEXT = elasticsearch({ from: '9.0' });

function memberVerdict(
  name: string,
  value: JsonValue,
  kind: BodyKind,
  target: TargetEngine,
): { readonly isRefused: boolean; readonly reason: string } | null {
  const known = Object.hasOwn(ALIAS_MEMBERS, name) ? ALIAS_MEMBERS[name] : undefined;
  const isTemplate = kind === 'index template' || kind === 'component template';
  if (known === undefined)
    return {
      isRefused: !isTemplate && isKnownBy(REFUSES_UNKNOWN, target),
      reason: `${name} is not a property of an alias.`,
    };
  const isOfKind = known.kind === 'object' ? isObject(value) : typeof value === known.kind;
  if (!isOfKind)
    return {
      isRefused: !isTemplate && isKnownBy(typeof value === 'string' ? REFUSES_TEXT : REFUSES_UNKNOWN, target),
      reason: `${name} must be ${known.kind === 'object' ? 'an object' : `a ${known.kind}`}.`,
    };
  return kind === 'legacy template' && isKnownBy(known.lostInLegacyTemplates ?? {}, target)
    ? { isRefused: false, reason: `${name} is dropped from legacy templates.` }
    : null;
}
