import type { ReactNode } from 'react';
import { dataStreamOf, describeRetention, lacksPart, type DataStreamLifecycle, type Index } from '#domain/console';
import { MissingNotice } from '../../cluster/missing-notice.tsx';
import { DraftLinks, useDraftOrigins } from '../../lists/became-links.tsx';
import { DataStreamLink, LegacyTemplateLink, LifecyclePolicyLink, TemplateLink } from '../../lists/links.tsx';
import { useApiQuery } from '../../platform/use-api-query.ts';
import { Facts, type Fact } from './facts.tsx';
import { Panel } from './panel.tsx';

/** The template, the lifecycle and the data stream of an index. */
export function OriginPanel({ index }: { readonly index: Index }) {
  // Whether it belongs to a data stream is not known, and so which templates it would get.
  if (lacksPart(index, 'details', 'detailsButAliases'))
    return (
      <Panel title="Template and lifecycle">
        <Facts facts={[policyFact(index)]} />
      </Panel>
    );
  return index.data_stream === undefined ? (
    <OfIndex index={index} />
  ) : (
    <OfStream index={index} name={index.data_stream} />
  );
}

/** The lifecycle policy that the index names; blank where it could not be read. */
function policyFact(index: Index): Fact {
  const { ilmPolicyName: policy } = index;
  const none = !lacksPart(index, 'policy') && 'None';
  return ['Lifecycle policy', policy === undefined ? none : <LifecyclePolicyLink name={policy} />];
}

function OfIndex({ index }: { readonly index: Index }) {
  const { name, hidden } = index;
  const { data } = useApiQuery('index_templates.match', { params: { name }, query: hidden ? { hidden } : {} });
  const { template, legacyTemplates: legacy } = data ?? {};
  const drafts = useDraftOrigins({ what: 'index', name });
  return (
    <Panel title="Template and lifecycle">
      <MissingNotice answer={data} />
      <Facts
        facts={[
          [
            'Matching template',
            template === undefined ? legacy?.length === 0 && 'None' : <TemplateLink name={template} />,
          ],
          [
            'Matching legacy templates',
            legacy !== undefined &&
              legacy.length > 0 &&
              separated(legacy.map((each) => <LegacyTemplateLink key={each} name={each} />)),
          ],
          ['Created from draft', drafts.length > 0 && <DraftLinks drafts={drafts} />],
          policyFact(index),
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
      <MissingNotice answer={data} />
      <Facts
        facts={[
          ['Data stream', <DataStreamLink key="stream" name={name} />],
          [
            'Index template',
            stream?.indexTemplateName !== undefined && <TemplateLink name={stream.indexTemplateName} />,
          ],
          [
            'Lifecycle policy',
            policy === undefined ? (
              stream && !lacksPart(index, 'policy') && 'None'
            ) : (
              <LifecyclePolicyLink name={policy} />
            ),
          ],
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
