import { useNavigate } from '@tanstack/react-router';
import { FilePen, Trash2 } from 'lucide-react';
import { ilmPolicyNameOf, indexTemplateItemOf, type IndexTemplateItem, type ServerTemplate } from '#domain/template';
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
import { ComponentTemplateLink, LifecyclePolicyLink } from '../../lists/links.tsx';
import lists from '../../lists/lists.module.css';
import { SectionView } from './section-view.tsx';
import { SectionChips, TypeChip } from './template-chips.tsx';
import { TemplatePreview } from './template-preview.tsx';
import styles from './templates.module.css';
import { TEMPLATE_TABS, type TemplatesSearch, type TemplateTab } from './templates-search.ts';
import { useOpenAsDraft } from './use-open-as-draft.ts';

const TAB_WORDS: Readonly<Record<TemplateTab, string>> = {
  summary: 'Summary',
  settings: 'Settings',
  mappings: 'Mappings',
  aliases: 'Aliases',
  preview: 'Preview',
};

interface TemplateFlyoutProps {
  readonly name: string;
  readonly search: TemplatesSearch;
  readonly onClose: () => void;
  readonly onDelete: (template: IndexTemplateItem) => void;
}

/** One index template beside the list. */
export function TemplateFlyout({ name, search, onClose, onDelete }: TemplateFlyoutProps) {
  const isLegacy = search.legacy === true;
  const { data, error, refetch } = useApiQuery('index_templates.get', {
    params: { name },
    query: isLegacy ? { legacy: true } : {},
  });
  const navigate = useNavigate();
  const isReadOnly = useIsReadOnly();
  const openAsDraft = useOpenAsDraft();
  const template = data && indexTemplateItemOf(data);
  const tabs = TEMPLATE_TABS.filter((tab) => tab !== 'preview' || !isLegacy);
  const tab = tabs.find((each) => each === search.tab) ?? 'summary';
  const onTab = (next: TemplateTab) =>
    void navigate({
      to: `${APP_BASE}/templates/$name`,
      params: { name },
      search: { ...search, tab: next },
      replace: true,
    });
  return (
    <Flyout
      title={name}
      onClose={onClose}
      {...(data &&
        template && {
          footer: (
            <>
              {isReadOnly && <span className={styles['refusal']}>{READ_ONLY_REASON}</span>}
              <Button variant="danger" icon={Trash2} isDisabled={isReadOnly} onPress={() => onDelete(template)}>
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
        {error && <ApiErrorNotice title="The template can’t be shown" error={error} onRetry={() => void refetch()} />}
        {template === undefined && !error && <Skeleton height="240px" />}
        {data && template && (
          <Tabs
            label="Parts of the template"
            items={tabs.map((id) => ({ id, label: TAB_WORDS[id] }))}
            value={tab}
            onChange={onTab}
          >
            <div className={styles['panel']}>
              <Panel tab={tab} template={template} given={data} />
            </div>
          </Tabs>
        )}
      </div>
    </Flyout>
  );
}

function Panel({
  tab,
  template,
  given,
}: {
  readonly tab: TemplateTab;
  readonly template: IndexTemplateItem;
  readonly given: ServerTemplate;
}) {
  if (tab === 'summary') return <Summary template={template} />;
  if (tab === 'preview') return <TemplatePreview body={given.body} />;
  return <SectionView template={template.template} section={tab} />;
}

function Summary({ template }: { readonly template: IndexTemplateItem }) {
  const { indexPatterns, priority, order, version, composedOf, dataStream, _meta, _kbnMeta } = template;
  const policy = ilmPolicyNameOf(template);
  return (
    <>
      <Facts
        facts={[
          ['Index patterns', <code key="patterns">{indexPatterns.join(', ')}</code>],
          ['Type', _kbnMeta.type !== 'default' && <TypeChip type={_kbnMeta.type} />],
          ['Kind', _kbnMeta.isLegacy ? 'Legacy template' : 'Composable template'],
          ['Priority', priority?.toLocaleString('en')],
          ['Order', order?.toLocaleString('en')],
          ['Version', version?.toLocaleString('en')],
          ['Makes data streams', dataStream && 'Yes'],
          ['Lifecycle policy', policy !== undefined && <LifecyclePolicyLink name={policy} />],
          ['Content', <SectionChips key="content" {...template} />],
          [
            'Component templates',
            composedOf.length > 0 && (
              <ol className={styles['list']} aria-label="Component templates, later ones go first">
                {composedOf.map((component) => (
                  <li key={component}>
                    <ComponentTemplateLink name={component} />
                  </li>
                ))}
              </ol>
            ),
          ],
        ]}
      />
      {_meta && <JsonView value={_meta} label="_meta" height="160px" />}
    </>
  );
}
