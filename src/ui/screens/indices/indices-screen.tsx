import { ClusterGate } from '../../cluster/cluster-gate.tsx';
import { Screen } from '../../frame/screen.tsx';
import { IndexList } from './index-list.tsx';

/** Every index of the cluster. */
export function IndicesScreen() {
  return (
    <Screen title="Indices">
      <ClusterGate>
        <IndexList />
      </ClusterGate>
    </Screen>
  );
}
