import { recordedObjects, type Claim } from '#domain/apply';
import {
  digestOf,
  formatAddress,
  OBJECT_KINDS,
  parseObjectAddress,
  type ObjectAddress,
  type TemplateAddress,
} from '#domain/code';
import { targetNameProblem } from '#domain/console';
import { namesByCall } from '#domain/index-operations';
import { isObject, objectMember } from '#domain/json';
import type { RouteAnswer } from '#domain/wire';
import type { ActionRights } from '../actions/action-rights.ts';
import { read } from '../console/calls.ts';
import type { ConsoleContext, OpenCluster } from '../console/context.ts';
import { templateResource } from '../console/template-resource.ts';
import type { AppliedTo, LoggedProject } from './project-records.ts';

/** An object of a cluster that a project claims. */
export interface ClusterClaim extends Claim {
  readonly project: string;
  readonly object: string;
  readonly address: ObjectAddress;
  readonly isLeft: boolean;
  readonly applied: AppliedTo;
}

/** Indices that are asked for one by one, where not all of them may be read. */
export const MAX_ASKED_INDICES = 200;

type ClaimState = NonNullable<RouteAnswer<'code.claims'>['claims'][number]['state']>;

/** What projects claim on a cluster, in the order of the projects and of the addresses. */
export function claimsOn(
  cluster: string,
  projects: readonly (LoggedProject & { readonly project: string })[],
): readonly ClusterClaim[] {
  return projects.flatMap(({ project, record, applied }) => {
    const newest = applied.get(cluster);
    if (newest === undefined) return [];
    return [...recordedObjects(record, cluster)]
      .flatMap(([object, { file, digest, isLeft = false }]): readonly ClusterClaim[] => {
        const address = parseObjectAddress(object);
        return address === null ? [] : [{ project, object, address, file, digest, isLeft, applied: newest }];
      })
      .toSorted((a, b) => (a.object < b.object ? -1 : 1));
  });
}

/** The route that reads one object of a kind: who may use it may know the claim. */
const READ_BY = {
  index: 'indices.reload',
  index_template: 'index_templates.get',
  legacy_template: 'index_templates.get',
  component_template: 'component_templates.get',
} as const satisfies Readonly<Record<ObjectAddress['kind'], string>>;

/**
 * The claims on objects that the caller may read on the cluster. Engines give rights to templates as a whole, and to
 * indices by name. Cost: one request per kind, and where an index is refused, one for each of the first
 * {@link MAX_ASKED_INDICES}; the others count as unreadable then.
 * @throws ClusterError
 */
export async function readableClaims(
  claims: readonly ClusterClaim[],
  cluster: OpenCluster,
  maySee: ActionRights['maySee'],
): Promise<readonly ClusterClaim[]> {
  const readable = new Set<string>();
  for (const kind of OBJECT_KINDS) {
    const of = claims.filter(({ address }) => address.kind === kind);
    const route = READ_BY[kind];
    const see = (some: readonly ClusterClaim[]) =>
      maySee(cluster, { route, names: some.map(({ address: { name } }) => name) });
    const isSeen = of.length > 0 && (await see(kind === 'index' ? of : of.slice(0, 1)));
    if (isSeen) for (const { object } of of) readable.add(object);
    else if (kind === 'index')
      for (const claim of of.slice(0, MAX_ASKED_INDICES)) if (await see([claim])) readable.add(claim.object);
  }
  return claims.filter(({ object }) => readable.has(object));
}

/** How the cluster has the object of each claim now. @throws ClusterError */
export async function claimStates(
  claims: readonly ClusterClaim[],
  context: ConsoleContext,
): Promise<ReadonlyMap<ClusterClaim, ClaimState>> {
  const states = new Map<ClusterClaim, ClaimState>();
  for (const kind of OBJECT_KINDS) {
    const of = claims.filter(({ address }) => address.kind === kind);
    if (of.length === 0) continue;
    if (kind === 'index') {
      const found = await existing(of, context);
      for (const claim of of) states.set(claim, found.has(claim.address.name) ? 'exists' : 'missing');
    } else {
      const digests = await digestsOf(kind, of, context);
      for (const claim of of) {
        const has = digests.get(claim.object);
        states.set(claim, has === undefined ? 'missing' : has === claim.digest ? 'same' : 'changed');
      }
    }
  }
  return states;
}

/** Digests of those templates that exist, as an apply takes them of its files. */
async function digestsOf(kind: TemplateAddress['kind'], claims: readonly ClusterClaim[], context: ConsoleContext) {
  const wanted = new Set(claims.map(({ object }) => object));
  const entries = await templateResource(kind).list(context);
  return new Map(
    entries.flatMap(([name, body]): readonly (readonly [string, string])[] => {
      const object = formatAddress({ kind, name });
      return wanted.has(object) ? [[object, digestOf(body)]] : [];
    }),
  );
}

async function existing(claims: readonly ClusterClaim[], context: ConsoleContext): Promise<ReadonlySet<string>> {
  const found = new Set<string>();
  // Anybody may have recorded any name.
  const names = claims.map(({ address: { name } }) => name).filter((name) => targetNameProblem(name) === null);
  for (const some of namesByCall(names)) {
    const filter_path = '*.settings.index.uuid,*.aliases';
    const answer = await read(context, [some.join(',')], {
      ignore_unavailable: true,
      expand_wildcards: 'all',
      filter_path,
    });
    for (const [name, index] of Object.entries(answer))
      for (const each of [name, ...Object.keys((isObject(index) && objectMember(index, 'aliases')) || {})])
        found.add(each);
  }
  return found;
}
