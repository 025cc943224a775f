import { useEffect, useMemo } from 'react';
import {
  ilmPolicyNameOf,
  indexTemplateItemOf,
  type IndexTemplateItem,
  type ServerTemplate,
  simulationBody,
} from '#domain/template';
import { METRICS } from '#domain/console';
import { isObject, member, type JsonObject } from '#domain/json';
import { Tabs } from '../../kit/tabs.tsx';
import { DraftLinks, useDraftOrigins } from '../../lists/became-links.tsx';
import { Facts } from '../../lists/facts.tsx';
import { JsonView } from '../../lists/json-view.tsx';
import { ComponentTemplateLink, LifecyclePolicyLink } from '../../lists/links.tsx';
import { ResourceFlyout } from '../../lists/resource-flyout.tsx';
import type { ResourceDetail } from '../../lists/resource-list.tsx';
import { useApiQuery } from '../../platform/use-api-query.ts';
import { useCore } from '../../platform/services.ts';
import { ApiErrorNotice } from '../../cluster/api-error-notice.tsx';
import { CodeClaimText } from '../../cluster/code-claim.tsx';
import { useCodeClaim } from '../../cluster/use-code-claims.ts';
import { useFeature } from '../../cluster/use-cluster.ts';
import { Skeleton } from '../../kit/skeleton.tsx';
import { HistoryTab } from '../change-history/of-object/history-tab.tsx';
import { TemplateActions } from './template-actions.tsx';
import { SectionView } from './section-view.tsx';
import { SectionChips, TypeChip } from './template-chips.tsx';
import { TEMPLATE_TABS, type TemplateTab } from './templates-search.ts';
import common from '../../kit/common.module.css';
import styles from './templates.module.css';

const TAB_LABELS: Readonly<Record<TemplateTab, string>> = {
  summary: 'Summary',
  settings: 'Settings',
  mappings: 'Mappings',
  aliases: 'Aliases',
  preview: 'Preview',
  history: 'History',
};

interface TemplateFlyoutProps {
  readonly detail: ResourceDetail<IndexTemplateItem>;
  readonly isLegacy: boolean;
  readonly tab: TemplateTab | undefined;
  readonly onTab: (tab: TemplateTab) => void;
}

/** One index template beside the list. */
export function TemplateFlyout({ detail, isLegacy, tab: requested, onTab }: TemplateFlyoutProps) {
  const { name } = detail;
  const query = useApiQuery('index_templates.get', { params: { name }, query: isLegacy ? { legacy: true } : {} });
  const tabs = TEMPLATE_TABS.filter((tab) => tab !== 'preview' || !isLegacy);
  const tab = tabs.find((each) => each === requested) ?? 'summary';
  return (
    <ResourceFlyout
      noun="template"
      detail={detail}
      query={query}
      toItem={indexTemplateItemOf}
      actions={({ body }) => (
        <TemplateActions kind={isLegacy ? 'legacy_template' : 'index_template'} name={name} body={body} />
      )}
    >
      {(template, data) => (
        <Tabs
          label="Template details"
          items={tabs.map((id) => ({ id, label: TAB_LABELS[id] }))}
          value={tab}
          onChange={onTab}
        >
          <div className={styles['panel']}>
            <Panel tab={tab} template={template} given={data} />
          </div>
        </Tabs>
      )}
    </ResourceFlyout>
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
  if (tab === 'history')
    return (
      <HistoryTab
        object={{ kind: template._kbnMeta.isLegacy ? 'legacy_template' : 'index_template', name: template.name }}
      />
    );
  if (tab === 'preview') return <TemplatePreview body={given.body} />;
  return <SectionView template={template.template} section={tab} />;
}

function Summary({ template }: { readonly template: IndexTemplateItem }) {
  const { indexPatterns, priority, order, version, composedOf, dataStream, _meta, _kbnMeta } = template;
  const policy = ilmPolicyNameOf(template);
  const claim = useCodeClaim(_kbnMeta.isLegacy ? 'legacy_template' : 'index_template', template.name);
  const drafts = useDraftOrigins({
    what: _kbnMeta.isLegacy ? 'legacy template' : 'index template',
    name: template.name,
  });
  return (
    <>
      <Facts
        facts={[
          ['Index patterns', <code key="patterns">{indexPatterns.join(', ')}</code>],
          ['Type', _kbnMeta.type !== undefined && _kbnMeta.type !== 'default' && <TypeChip type={_kbnMeta.type} />],
          ['Kind', _kbnMeta.isLegacy ? 'Legacy template' : 'Composable template'],
          ['Priority', priority?.toLocaleString('en')],
          ['Order', order?.toLocaleString('en')],
          ['Version', version?.toLocaleString('en')],
          ['Creates data streams', dataStream && 'Yes'],
          ['Lifecycle policy', policy !== undefined && <LifecyclePolicyLink name={policy} />],
          ['Content', <SectionChips key="content" {...template} />],
          ['Created from draft', drafts.length > 0 && <DraftLinks drafts={drafts} />],
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
          ['Managed by code', claim !== null && <CodeClaimText claim={claim} />],
        ]}
      />
      {_meta && (
        <>
          <h3 className={common['large']}>_meta</h3>
          <JsonView value={_meta} label="_meta" height="160px" />
        </>
      )}
    </>
  );
}

/** The result for an index that is created with a template and its components, as the cluster composes it. */
function TemplatePreview({ body }: { readonly body: unknown }) {
  const support = useFeature('simulate');
  if (support?.has === false) return <p className={styles['none']}>{support.reason}</p>;
  return <Simulation body={isObject(body) ? body : {}} />;
}

function Simulation({ body }: { readonly body: JsonObject }) {
  const { usage } = useCore();
  const sent = useMemo(() => simulationBody(body), [body]);
  const { data, error, refetch } = useApiQuery('index_templates.simulate', { body: sent });
  useEffect(() => usage.count(METRICS.templateSimulate), [usage]);
  if (error)
    return <ApiErrorNotice title="Couldn’t simulate the template" error={error} onRetry={() => void refetch()} />;
  if (data === undefined) return <Skeleton height="240px" />;
  const composed = isObject(data) ? member(data, 'template') : undefined;
  return (
    <>
      <p className={common['muted']}>
        Resulting settings of a new index, composed by the cluster from this template and its component templates.
      </p>
      <JsonView value={composed ?? {}} label="Composed template" height="calc(100vh - 320px)" />
    </>
  );
}
