import { useNavigate } from '@tanstack/react-router';
import { FilePen, Trash2 } from 'lucide-react';
import {
  componentTemplateItemOf,
  componentTemplateOf,
  type ComponentTemplate,
  type ComponentTemplateItem,
} from '#domain/template';
import { useApiQuery } from '../../platform/use-api-query.ts';
import { APP_BASE } from '../../platform/app-base.ts';
import { ApiErrorNotice } from '../../cluster/api-error-notice.tsx';
import { READ_ONLY_REASON } from '../../cluster/read-only.ts';
import { useIsReadOnly } from '../../cluster/use-cluster.ts';
import { Button } from '../../kit/button.tsx';
import { Flyout } from '../../kit/flyout.tsx';
import { Skeleton } from '../../kit/skeleton.tsx';
import { Tabs } from '../../kit/tabs.tsx';
import { Facts } from '../../lists/facts.tsx';
import { JsonView } from '../../lists/json-view.tsx';
import { TemplateLink } from '../../lists/links.tsx';
import lists from '../../lists/lists.module.css';
import { SectionView } from './section-view.tsx';
import { SectionChips, TypeChip } from './template-chips.tsx';
import styles from './templates.module.css';
import type { ComponentsSearch } from './templates-search.ts';
import { inUseReason } from './use-component-deletion.tsx';
import { useOpenAsDraft } from './use-open-as-draft.ts';

const TABS = [
  { id: 'summary', label: 'Summary' },
  { id: 'settings', label: 'Settings' },
  { id: 'mappings', label: 'Mappings' },
  { id: 'aliases', label: 'Aliases' },
] as const;

interface ComponentTemplateFlyoutProps {
  readonly name: string;
  readonly search: ComponentsSearch;
  readonly onClose: () => void;
  readonly onDelete: (component: ComponentTemplateItem) => void;
}

/** One component template beside the list. */
export function ComponentTemplateFlyout({ name, search, onClose, onDelete }: ComponentTemplateFlyoutProps) {
  const { data, error, refetch } = useApiQuery('component_templates.get', { params: { name } });
  const navigate = useNavigate();
  const isReadOnly = useIsReadOnly();
  const openAsDraft = useOpenAsDraft();
  const component = data && componentTemplateOf(data);
  const refusal = isReadOnly ? READ_ONLY_REASON : inUseReason(component?._kbnMeta.usedBy ?? []);
  const tab = search.tab ?? 'summary';
  return (
    <Flyout
      title={name}
      onClose={onClose}
      {...(data && {
        footer: (
          <>
            {refusal !== undefined && <span className={styles['refusal']}>{refusal}</span>}
            <Button
              variant="danger"
              icon={Trash2}
              isDisabled={refusal !== undefined}
              onPress={() => onDelete(componentTemplateItemOf(data))}
            >
              Delete template
            </Button>
            <Button variant="primary" icon={FilePen} onPress={() => void openAsDraft(name, data.body)}>
              Open as a draft
            </Button>
          </>
        ),
      })}
    >
      <div className={lists['detail']} tabIndex={-1} data-autofocus>
        {error && (
          <ApiErrorNotice title="The component template can’t be shown" error={error} onRetry={() => void refetch()} />
        )}
        {component === undefined && !error && <Skeleton height="240px" />}
        {component && data && (
          <Tabs
            label="Parts of the template"
            items={TABS}
            value={tab}
            onChange={(next) =>
              void navigate({
                to: `${APP_BASE}/component_templates/$name`,
                params: { name },
                search: { ...search, tab: next },
                replace: true,
              })
            }
          >
            <div className={styles['panel']}>
              {tab === 'summary' ? (
                <Summary component={component} item={componentTemplateItemOf(data)} />
              ) : (
                <SectionView template={component.template} section={tab} />
              )}
            </div>
          </Tabs>
        )}
      </div>
    </Flyout>
  );
}

function Summary({
  component: { version, _meta, _kbnMeta },
  item,
}: {
  readonly component: ComponentTemplate;
  readonly item: ComponentTemplateItem;
}) {
  return (
    <>
      <Facts
        facts={[
          ['Type', _kbnMeta.isManaged && <TypeChip type="managed" />],
          ['Version', version?.toLocaleString('en')],
          ['Content', <SectionChips key="content" {...item} />],
          [
            'Used by',
            _kbnMeta.usedBy.length === 0 ? (
              'No index template'
            ) : (
              <ul className={styles['list']} aria-label="Index templates that use it">
                {_kbnMeta.usedBy.map((template) => (
                  <li key={template}>
                    <TemplateLink name={template} />
                  </li>
                ))}
              </ul>
            ),
          ],
        ]}
      />
      {_meta && <JsonView value={_meta} label="_meta" height="160px" />}
    </>
  );
}
