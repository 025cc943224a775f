import { Modal } from '../../../kit/modal.tsx';
import { VersionComparison } from '../../../editor/history/version-comparison.tsx';
import type { ObjectHistory } from '../object-history.ts';

interface ComparisonDialogProps {
  readonly history: ObjectHistory;
  readonly from: number;
  readonly to: number;
  readonly onClose: () => void;
}

/** Two states of an object compared: in words, as a patch and as JSON side by side. */
export function ComparisonDialog({ history: { scrubber, state }, from, to, onClose }: ComparisonDialogProps) {
  return (
    <Modal title="Compare versions" size="large" onClose={onClose}>
      <VersionComparison scrubber={scrubber} from={from} to={to} mappingsAt={state.mappingsAt} />
    </Modal>
  );
}
