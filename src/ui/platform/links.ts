import { APP_BASE } from './app-base.ts';
import { PATHS } from './route-table.ts';

/**
 * Links from elsewhere to the console, relative to {@link APP_BASE}. Every name is encoded
 * whole.
 */

const LEGACY = '?legacy=true';

function withName(path: string, name: string, isLegacy = false): string {
  return `${path.replace('$name', () => encodeURIComponent(name))}${isLegacy ? LEGACY : ''}`;
}

export function templateListLink(): string {
  return PATHS.templates;
}

export function templateDetailLink(name: string, isLegacy = false): string {
  return withName(PATHS.template, name, isLegacy);
}

export function templateEditLink(name: string, isLegacy = false): string {
  return withName(PATHS.editTemplate, name, isLegacy);
}

export function templateCloneLink(name: string, isLegacy = false): string {
  return withName(PATHS.cloneTemplate, name, isLegacy);
}

/** The list of indices; with a filter, of those that match, including hidden ones on request. */
export function indexListLink(filter?: string, includeHiddenIndices = false): string {
  return filter === undefined
    ? PATHS.indices
    : `${PATHS.indices}?includeHiddenIndices=${includeHiddenIndices}&filter=${encodeURIComponent(filter)}`;
}

export function dataStreamDetailLink(name: string): string {
  return withName(PATHS.dataStream, name);
}

/** A link to the editor for lifecycle policies, in the management area of the host: not below our base. */
export function policyEditLink(policyName: string): string {
  return `/data/index_lifecycle_management/policies/edit/${encodeURIComponent(policyName)}`;
}

/** A link to one of our own screens as an address of the page. */
export function addressOf(link: string, basePath = ''): string {
  return `${basePath}${APP_BASE}${link}`;
}
