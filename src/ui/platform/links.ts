import { APP_BASE } from './app-base.ts';

/** The links that others make to the console, relative to {@link APP_BASE} (console.md section 2). Every name is encoded whole. */

const LEGACY = '?legacy=true';

function templateLink(screen: string, name: string, isLegacy: boolean): string {
  return `/${screen}/${encodeURIComponent(name)}${isLegacy ? LEGACY : ''}`;
}

export function templateListLink(): string {
  return '/templates';
}

export function templateDetailLink(name: string, isLegacy = false): string {
  return templateLink('templates', name, isLegacy);
}

export function templateEditLink(name: string, isLegacy = false): string {
  return templateLink('edit_template', name, isLegacy);
}

export function templateCloneLink(name: string, isLegacy = false): string {
  return templateLink('clone_template', name, isLegacy);
}

/** The list of indices; with a filter, of those that it finds, hidden ones too where that is said. */
export function indexListLink(filter?: string, includeHiddenIndices = false): string {
  return filter === undefined
    ? '/indices'
    : `/indices?includeHiddenIndices=${includeHiddenIndices}&filter=${encodeURIComponent(filter)}`;
}

export function dataStreamDetailLink(name: string): string {
  return `/data_streams/${encodeURIComponent(name)}`;
}

/** Of the application that edits lifecycle policies, in the management area of the host: not below our base. */
export function policyEditLink(policyName: string): string {
  return `/data/index_lifecycle_management/policies/edit/${encodeURIComponent(policyName)}`;
}

/** A link to one of our own screens as an address of the page. */
export function addressOf(link: string, basePath = ''): string {
  return `${basePath}${APP_BASE}${link}`;
}
