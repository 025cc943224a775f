import { Link, useLocation, useParams } from '@tanstack/react-router';
import { FilePen } from 'lucide-react';
import { ROUTES } from '../../platform/route-table.ts';
import { Screen } from '../../frame/screen.tsx';
import { EmptyState } from '../../kit/empty-state.tsx';
import styles from '../../frame/not-found-screen.module.css';

/** Where links to edit or clone a template lead: says what can be done with it here, and leads to it. */
export function TemplateEditorScreen({ isClone = false }: { readonly isClone?: boolean }) {
  const { name = '' } = useParams({ strict: false });
  const { search } = useLocation();
  const title = `${isClone ? 'Clone' : 'Edit'} ${name}`;
  return (
    <Screen title={title} isText>
      <EmptyState
        icon={FilePen}
        title={`${isClone ? 'Cloning' : 'Editing'} templates isn’t supported yet`}
        actions={
          <Link to={ROUTES.template} params={{ name }} search={(): object => search} className={styles['link']}>
            View {name}
          </Link>
        }
      >
        To change its mappings, open the template as a draft and apply the exported JSON with your cluster’s tools.
      </EmptyState>
    </Screen>
  );
}
