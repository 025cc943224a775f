import { Link } from '@tanstack/react-router';
import { useMemo, useState } from 'react';
import type { JsonObject } from '#domain/json';
import { visibleRows, type Expansion, type FieldId } from '#domain/mapping';
import { Braces, ListTree, PencilLine } from '../../kit/icons/icons.ts';
import { ROUTES } from '../../platform/route-table.ts';
import { useClusterEngine } from '../../cluster/use-cluster.ts';
import { DEFAULT_ENGINE } from '../../platform/target-engines.ts';
import { FieldTree } from '../../editor/fields/field-tree.tsx';
import { buttonClass } from '../../kit/button.tsx';
import { SegmentedControl } from '../../kit/segmented-control.tsx';
import { asJson, useIndexData } from './index-data.ts';
import common from '../../kit/common.module.css';
import styles from './index-detail.module.css';
import { Loaded } from './loaded.tsx';
import { JsonText } from './settings-tab.tsx';

interface MappingTabProps {
  readonly name: string;
  readonly isJson: boolean;
  readonly onView: (isJson: boolean) => void;
}

/** The mapping of an index on the cluster, and a link to edit it. */
export function MappingTab({ name, isJson, onView }: MappingTabProps) {
  const query = useIndexData('mapping', name);
  return (
    <Loaded query={query} what="the mapping">
      {({ mappings }) => (
        <>
          <div className={common['centredRow']}>
            <Link className={buttonClass()} to={ROUTES.indexMapping} params={{ name }}>
              <PencilLine size={16} aria-hidden />
              Edit mapping
            </Link>
            <Link className={buttonClass()} to={ROUTES.infer} search={{ index: name }}>
              Infer mapping
            </Link>
            <span className={common['spacer']} />
            <SegmentedControl
              label="View"
              items={[
                { id: 'tree', label: 'Tree', icon: ListTree },
                { id: 'json', label: 'JSON', icon: Braces },
              ]}
              value={isJson ? 'json' : 'tree'}
              onChange={(id) => onView(id === 'json')}
            />
          </div>
          {isJson ? (
            <JsonText label="Mappings object" value={asJson(mappings)} />
          ) : (
            <MappingTree mappings={asJson(mappings)} />
          )}
        </>
      )}
    </Loaded>
  );
}

function MappingTree({ mappings }: { readonly mappings: JsonObject }) {
  const target = useClusterEngine() ?? DEFAULT_ENGINE;
  const [expansion, setExpansion] = useState<Expansion>({ isExpandedByDefault: false, exceptions: {} });
  const [activeId, setActiveId] = useState<FieldId | null>(null);
  const rows = useMemo(() => visibleRows(mappings, '', expansion), [mappings, expansion]);
  if (rows.count === 0)
    return (
      <p className={common['explanation']}>
        No mapped fields yet. Index a document or choose “Edit mapping” to add some.
      </p>
    );
  const toggle = (field: FieldId) =>
    setExpansion(({ isExpandedByDefault, exceptions }) => {
      const others = Object.entries(exceptions).filter(([id]) => id !== field);
      return {
        isExpandedByDefault,
        exceptions: Object.fromEntries(
          others.length < Object.keys(exceptions).length ? others : [...others, [field, true] as const],
        ),
      };
    });
  return (
    <div className={styles['tree']}>
      <FieldTree
        label="Fields"
        rows={rows}
        target={target}
        activeId={activeId}
        onActiveId={setActiveId}
        onToggle={toggle}
        isIdle
      />
    </div>
  );
}
