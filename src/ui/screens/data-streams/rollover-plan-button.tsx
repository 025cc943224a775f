import { useNavigate } from '@tanstack/react-router';
import { WriteErrorNotice } from '../../cluster/api-error-notice.tsx';
import { useIsReadOnly } from '../../cluster/use-cluster.ts';
import { Button } from '../../kit/button.tsx';
import { ROUTES } from '../../platform/route-table.ts';
import { useApiMutation } from '../../platform/use-api-mutation.ts';

/** Proposes a rollover: a plan that waits for approval. */
export function RolloverPlanButton({ name }: { readonly name: string }) {
  const isReadOnly = useIsReadOnly();
  const navigate = useNavigate();
  const { mutate, isPending, error } = useApiMutation('plans.create', { invalidates: ['plans.list'] });
  const propose = () =>
    mutate(
      { body: { name, rollover: {} } },
      { onSuccess: ({ id }) => void navigate({ to: ROUTES.plan, params: { planId: id } }) },
    );
  return (
    <>
      {error !== null && <WriteErrorNotice title="Couldn’t create the plan" error={error} readAgain="the plans" />}
      <Button size="small" isDisabled={isReadOnly} isPending={isPending} onPress={propose}>
        Plan a rollover
      </Button>
    </>
  );
}
