import { METRICS } from '#domain/console';
import type { IndexTemplateItem } from '#domain/template';
import type { ResourceDeletion } from '../../lists/use-deletion.tsx';
import { useApi } from '../../platform/api-provider.tsx';
import { useCore } from '../../platform/services.ts';
import { TYPE_LABELS } from './template-chips.tsx';
import { TEMPLATE_TYPES } from './templates-search.ts';

/** A composable and a legacy template may have the same name. */
export const templateKey = (name: string, isLegacy: boolean) => `${isLegacy ? 'legacy' : 'composable'}/${name}`;

/** Deleting index templates of both kinds. */
export function useTemplateDeletion(): ResourceDeletion<IndexTemplateItem> {
  const { api } = useApi();
  const { usage } = useCore();
  return {
    toDeletionTarget: (template) => {
      const { name, indexPatterns, _kbnMeta } = template;
      const type = TEMPLATE_TYPES.find((each) => each === _kbnMeta.type && each !== 'default');
      const kind = [type && TYPE_LABELS[type], _kbnMeta.isLegacy && 'Legacy'].filter(Boolean);
      return {
        key: templateKey(name, _kbnMeta.isLegacy),
        name,
        note: [...kind, `for ${indexPatterns.join(', ')}`].join(' · '),
        isGuarded: type !== undefined,
      };
    },
    consequencesOf: (templates) => {
      const guarded = templates.filter(({ _kbnMeta }) => _kbnMeta.type !== 'default').length;
      return (
        <>
          <p>
            Existing indices don’t change. New indices no longer get the settings, mappings and aliases of{' '}
            {templates.length === 1 ? 'this template' : 'these templates'}. This can’t be undone.
          </p>
          {guarded > 0 && (
            <p>
              {guardedSubject(guarded, templates.length)} managed or used by the system. Cluster features may stop
              working.
            </p>
          )}
        </>
      );
    },
    remove: async (templates) => {
      const body = { templates: templates.map(({ name, _kbnMeta: { isLegacy } }) => ({ name, isLegacy })) };
      const { templatesDeleted, errors } = await api.call('index_templates.delete', { body });
      usage.count(templates.length === 1 ? METRICS.templateDelete : METRICS.templateDeleteMany);
      return {
        deleted: templatesDeleted.map(({ name }) => name),
        deletedKeys: templatesDeleted.map(({ name, isLegacy }) => templateKey(name, isLegacy)),
        errors: errors.map(({ name, isLegacy, error }) => ({ name: isLegacy ? `${name} (legacy)` : name, error })),
      };
    },
  };
}

function guardedSubject(guarded: number, total: number): string {
  if (total === 1) return 'It is';
  return guarded === 1 ? 'One of them is' : `${guarded} of them are`;
}
