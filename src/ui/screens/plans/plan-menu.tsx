import { useNavigate } from '@tanstack/react-router';
import { createContext, use } from 'react';
import type { RouteAnswer } from '#domain/wire';
import { READ_ONLY_REASON } from '../../cluster/cluster-words.tsx';
import { useIsReadOnly } from '../../cluster/use-cluster.ts';
import { CircleX, TableProperties } from '../../kit/icons/icons.ts';
import { RowMenu } from '../../lists/row-menu.tsx';
import { ROUTES } from '../../platform/route-table.ts';
import { cancelRefusal } from './plan-actions.ts';

/** A plan as the list has it. */
export type PlanRow = RouteAnswer<'plans.list'>['plans'][number];

/** Asks whether a plan is to be cancelled. */
export const CancelPlanContext = createContext<((plan: PlanRow) => void) | null>(null);

/** What can be done with the plan of a row. */
export function PlanMenu({ plan }: { readonly plan: PlanRow }) {
  const onCancel = use(CancelPlanContext);
  if (onCancel === null) throw new Error('The menu of a plan must be within <CancelPlanContext>');
  const navigate = useNavigate();
  const isReadOnly = useIsReadOnly();
  const refusal = isReadOnly ? READ_ONLY_REASON : cancelRefusal(plan.state);
  const isOfIndex = plan.kind === 'replace_index' || plan.kind === 'resize';
  return (
    <RowMenu
      name={plan.title}
      item={plan}
      entries={[
        ...(isOfIndex
          ? ([
              {
                id: 'index',
                label: 'Open index',
                description: plan.subject,
                icon: TableProperties,
                onAction: () => void navigate({ to: ROUTES.index, params: { name: plan.subject } }),
              },
              'separator',
            ] as const)
          : []),
        {
          id: 'cancel',
          label: 'Cancel plan',
          icon: CircleX,
          isDanger: true,
          ...(refusal !== undefined && { isDisabled: true, description: refusal }),
          onAction: () => onCancel(plan),
        },
      ]}
    />
  );
}
