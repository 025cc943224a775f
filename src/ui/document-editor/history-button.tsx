import { keysOf } from '../actions/action-list.ts';
import { useSession } from '../editor/fields/editor-context.tsx';
import { IconButton } from '../kit/icon-button.tsx';
import { History } from '../kit/icons/icons.ts';
import { useToggleHistory } from './use-editor-actions.ts';

export function HistoryButton() {
  const { isOpen } = useSession().history;
  return (
    <IconButton
      icon={History}
      label={isOpen ? 'Hide history' : 'Show history'}
      keys={keysOf('editor.toggleHistory')}
      onPress={useToggleHistory()}
      {...(isOpen && { variant: 'secondary' })}
    />
  );
}
