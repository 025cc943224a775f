import type { ReactNode } from 'react';
import { dataStreamOf, describeRetention, type DataStreamLifecycle, type Index } from '#domain/console';
import { DraftLinks, useDraftOrigins } from '../../lists/became-links.tsx';
import { DataStreamLink, LegacyTemplateLink, LifecyclePolicyLink, TemplateLink } from '../../lists/links.tsx';
import { useApiQuery } from '../../platform/use-api-query.ts';
import { Facts } from './facts.tsx';
import { Panel } from './panel.tsx';

/** The template, the lifecycle and the data stream of an index. */
export function OriginPanel({ index }: { readonly index: Index }) {
  return index.data_stream === undefined ? (
    <OfIndex index={index} />
  ) : (
    <OfStream index={index} name={index.data_stream} />
  );
}

function OfIndex({ index: { name, hidden, ilmPolicyName } }: { readonly index: Index }) {
  const { data } = useApiQuery('index_templates.match', { params: { name }, query: hidden ? { hidden } : {} });
  const legacy = data?.legacyTemplates ?? [];
  const drafts = useDraftOrigins({ what: 'index', name });
  return (
    <Panel title="Template and lifecycle">
      <Facts
        facts={[
          [
            'Matching template',
            data && legacy.length === 0 && (data.template ? <TemplateLink name={data.template} /> : 'None'),
          ],
          [
            'Matching legacy templates',
            legacy.length > 0 && separated(legacy.map((each) => <LegacyTemplateLink key={each} name={each} />)),
          ],
          ['Created from draft', drafts.length > 0 && <DraftLinks drafts={drafts} />],
          ['Lifecycle policy', ilmPolicyName === undefined ? 'None' : <LifecyclePolicyLink name={ilmPolicyName} />],
        ]}
      />
    </Panel>
  );
}

function OfStream({ index, name }: { readonly index: Index; readonly name: string }) {
  const { data } = useApiQuery('data_streams.get', { params: { name } });
  const stream = data && dataStreamOf(data);
  const policy = index.ilmPolicyName ?? stream?.ilmPolicyName;
  return (
    <Panel title="Data stream and lifecycle">
      <Facts
        facts={[
          ['Data stream', <DataStreamLink key="stream" name={name} />],
          [
            'Index template',
            stream?.indexTemplateName !== undefined && <TemplateLink name={stream.indexTemplateName} />,
          ],
          ['Lifecycle policy', policy === undefined ? stream && 'None' : <LifecyclePolicyLink name={policy} />],
          ['Data retention', stream?.lifecycle?.enabled === true && retentionText(stream.lifecycle)],
        ]}
      />
    </Panel>
  );
}

function separated(parts: readonly ReactNode[]): ReactNode {
  return parts.map((part, at) => (at === 0 ? part : [', ', part]));
}

function retentionText({ dataRetention, effectiveRetention = dataRetention }: DataStreamLifecycle): string {
  return effectiveRetention === undefined ? 'Unlimited' : describeRetention(effectiveRetention);
}
