import type { ClusterStatus, Feature } from '#domain/console';
import { isObject, member } from '#domain/json';
import { licenceProblem } from './licence.ts';

/** Why a screen of a cluster can't be shown, in words; `kind` determines what the reader can do about it. */
export interface Trouble {
  readonly kind: 'server' | 'down' | 'forbidden' | 'licence' | 'feature';
  readonly title: string;
  readonly text: string;
}

/**
 * Why a screen that needs a feature can't be shown for a cluster; null where it can, and where the user has to sign in
 * first.
 */
export function troubleOf({ state, label, error, license, features }: ClusterStatus, needs?: Feature): Trouble | null {
  if (state === 'sign_in') return null;
  if (state !== 'up') {
    const title = state === 'forbidden' ? `Access to ${label} denied` : downTitle(label, error);
    return { kind: state, title, text: error?.message ?? 'The cluster gave no reason.' };
  }
  const problem = licenceProblem(license);
  if (problem !== null) return { kind: 'licence', ...problem };
  const support = needs === undefined ? undefined : features?.[needs];
  if (support?.has !== false) return null;
  return {
    kind: 'feature',
    title: 'Not supported by this cluster',
    text: support.reason ?? 'The engine doesn’t support this screen.',
  };
}

/** The server behind a cluster that is down for the console may still answer. */
function downTitle(label: string, error: ClusterStatus['error']): string {
  const { attributes } = error ?? {};
  switch (isObject(attributes) ? member(attributes, 'cause') : undefined) {
    case 'redirected':
    case 'not_json':
      return `${label} is not an Elasticsearch or OpenSearch cluster`;
    case 'overloaded':
    case 'failed':
      return `${label} is unavailable`;
    default:
      return `${label} can’t be reached`;
  }
}
