import {
  componentTemplateItemOf,
  componentTemplateOf,
  type ComponentTemplate,
  type ComponentTemplateItem,
} from '#domain/template';
import { CodeClaimText } from '../../cluster/code-claim.tsx';
import { useCodeClaim } from '../../cluster/use-code-claims.ts';
import { Tabs } from '../../kit/tabs.tsx';
import { DraftLinks, useDraftOrigins } from '../../lists/became-links.tsx';
import { Facts } from '../../lists/facts.tsx';
import { JsonView } from '../../lists/json-view.tsx';
import { NameLinks, TemplateLink } from '../../lists/links.tsx';
import { ResourceFlyout } from '../../lists/resource-flyout.tsx';
import type { ResourceDetail } from '../../lists/resource-list.tsx';
import { useApiQuery } from '../../platform/use-api-query.ts';
import { HistoryTab } from '../change-history/of-object/history-tab.tsx';
import { TemplateActions } from './template-actions.tsx';
import { SectionView } from './section-view.tsx';
import { SectionChips, TypeChip } from './template-chips.tsx';
import styles from './templates.module.css';
import type { ComponentTab } from './templates-search.ts';

const TABS = [
  { id: 'summary', label: 'Summary' },
  { id: 'settings', label: 'Settings' },
  { id: 'mappings', label: 'Mappings' },
  { id: 'aliases', label: 'Aliases' },
  { id: 'history', label: 'History' },
] as const;

interface ComponentTemplateFlyoutProps {
  readonly detail: ResourceDetail<ComponentTemplateItem>;
  readonly tab: ComponentTab;
  readonly onTab: (tab: ComponentTab) => void;
}

/** One component template beside the list. */
export function ComponentTemplateFlyout({ detail, tab, onTab }: ComponentTemplateFlyoutProps) {
  const { name } = detail;
  const query = useApiQuery('component_templates.get', { params: { name } });
  return (
    <ResourceFlyout
      noun="component template"
      deleteLabel="Delete template"
      detail={detail}
      query={query}
      toItem={componentTemplateItemOf}
      actions={({ body }) => <TemplateActions kind="component_template" name={name} body={body} />}
    >
      {(item, data) => {
        const component = componentTemplateOf(data);
        return (
          <Tabs label="Template details" items={TABS} value={tab} onChange={onTab}>
            <div className={styles['panel']}>
              {tab === 'summary' ? (
                <Summary component={component} item={item} />
              ) : tab === 'history' ? (
                <HistoryTab object={{ kind: 'component_template', name }} />
              ) : (
                <SectionView template={component.template} section={tab} />
              )}
            </div>
          </Tabs>
        );
      }}
    </ResourceFlyout>
  );
}

function Summary({
  component: { version, _meta, _kbnMeta },
  item,
}: {
  readonly component: ComponentTemplate;
  readonly item: ComponentTemplateItem;
}) {
  const drafts = useDraftOrigins({ what: 'component template', name: item.name });
  const claim = useCodeClaim('component_template', item.name);
  return (
    <>
      <Facts
        facts={[
          ['Type', _kbnMeta.isManaged && <TypeChip type="managed" />],
          ['Version', version?.toLocaleString('en')],
          ['Content', <SectionChips key="content" {...item} />],
          ['Created from draft', drafts.length > 0 && <DraftLinks drafts={drafts} />],
          [
            'Used by',
            _kbnMeta.usedBy &&
              (_kbnMeta.usedBy.length === 0 ? (
                'No index templates'
              ) : (
                <NameLinks label="Index templates that use it" names={_kbnMeta.usedBy} link={TemplateLink} />
              )),
          ],
          ['Managed by code', claim !== null && <CodeClaimText claim={claim} />],
        ]}
      />
      {_meta && <JsonView value={_meta} label="_meta" height="160px" />}
    </>
  );
}
