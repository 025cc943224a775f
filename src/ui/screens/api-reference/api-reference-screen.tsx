import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { useRef, useState } from 'react';
import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import { parseJson } from '#domain/json';
import { countOf } from '#domain/console';
import { useActions } from '../../actions/use-actions.tsx';
import { keysOf } from '../../actions/action-list.ts';
import { SearchX, Unplug } from '../../kit/icons/icons.ts';
import { ROUTES } from '../../platform/route-table.ts';
import { Screen } from '../../frame/screen.tsx';
import { ScreenTabs } from '../../frame/screen-tabs.tsx';
import { Button } from '../../kit/button.tsx';
import { EmptyState } from '../../kit/empty-state.tsx';
import { SearchField } from '../../kit/search-field.tsx';
import { Skeleton } from '../../kit/skeleton.tsx';
import { ApiError } from '../../platform/console-api.ts';
import { pageBasePath } from '../../platform/page-base-path.ts';
import { useCore } from '../../platform/services.ts';
import { readApiReferenceSearch } from './api-reference-search.ts';
import { findRoutes, type ApiRoute, readOpenApi } from './read-openapi.ts';
import { RouteEntry } from './route-entry.tsx';
import common from '../../kit/common.module.css';
import styles from './api-reference-screen.module.css';

const api = getRouteApi(ROUTES.api);

/** Every route of our server, as described by the server itself. */
export function ApiReferenceScreen() {
  const { q, route } = api.useSearch();
  const navigate = useNavigate();
  const go = (search: Record<string, unknown>) =>
    void navigate({ to: ROUTES.api, search: readApiReferenceSearch(search), replace: true });
  const input = useRef<HTMLInputElement>(null);
  useActions([{ id: 'api.search', run: () => input.current?.focus() }]);
  const { data, error, refetch, isFetching } = useOpenApi();
  // The typed text at once; the address follows it later.
  const [text, setText] = useState(q ?? '');
  const search = (next: string) => {
    setText(next);
    go({ q: next, route });
  };
  const found = findRoutes(data ?? [], text);
  return (
    <Screen title="API" tabs={<ScreenTabs of="help" />}>
      <div className={styles['page']}>
        <p className={common['muted']}>
          The HTTP API of this console’s server, also available to your scripts. See{' '}
          <a href={`${pageBasePath()}${OPENAPI_PATH}`}>OpenAPI (JSON)</a>. Requests other than GET require the header{' '}
          <code>x-mapledger: 1</code>.
        </p>
        {error !== null && data === undefined && (
          <EmptyState
            icon={Unplug}
            title="Couldn’t load the API reference"
            actions={
              <Button variant="primary" isPending={isFetching} onPress={() => void refetch()}>
                Try again
              </Button>
            }
          >
            {error.message}
          </EmptyState>
        )}
        {data === undefined && error === null && <Skeleton width="100%" height="240px" />}
        {data !== undefined && (
          <>
            <div className={styles['search']}>
              <SearchField
                label="Search routes"
                placeholder="Path, method or keyword"
                keys={keysOf('api.search')}
                inputRef={input}
                value={text}
                onChange={search}
              />
              <p role="status" className={styles['count']}>
                {countOf(found.length, 'route')}
              </p>
            </div>
            {found.length === 0 && (
              <EmptyState
                icon={SearchX}
                title="No matching routes"
                actions={<Button onPress={() => search('')}>Clear search</Button>}
              >
                Search by path such as <code>indices</code>, method or description.
              </EmptyState>
            )}
            {groupsOf(found).map(([group, routes]) => (
              <section key={group} aria-label={group}>
                <h2 className={styles['group']}>{group}</h2>
                <ul className={styles['routes']}>
                  {routes.map((each) => (
                    <RouteEntry
                      key={each.id}
                      route={each}
                      isOpen={each.id === route}
                      onToggle={() => go({ q, route: each.id === route ? undefined : each.id })}
                    />
                  ))}
                </ul>
              </section>
            ))}
          </>
        )}
      </div>
    </Screen>
  );
}

function groupsOf(routes: readonly ApiRoute[]): readonly (readonly [string, readonly ApiRoute[]])[] {
  const groups = new Map<string, ApiRoute[]>();
  for (const route of routes) groups.set(route.group, [...(groups.get(route.group) ?? []), route]);
  return [...groups];
}

/** Path at which our server describes its API. */
const OPENAPI_PATH = '/api/openapi.json';

/** The routes of the server that responds. */
function useOpenApi(): UseQueryResult<readonly ApiRoute[], ApiError> {
  const { http } = useCore();
  return useQuery<readonly ApiRoute[], ApiError>({
    queryKey: ['openapi'],
    staleTime: Infinity,
    async queryFn({ signal }) {
      const answer = await http.send({ method: 'GET', path: OPENAPI_PATH, signal }).catch((cause: unknown) => {
        throw new ApiError(0, 'Can’t reach the Mapledger server.', {}, cause);
      });
      if (answer.status !== 200)
        throw new ApiError(answer.status, `The server provides no API description (status ${answer.status}).`);
      try {
        return readOpenApi(parseJson(answer.body));
      } catch (cause) {
        throw new ApiError(
          answer.status,
          'The API description is not valid JSON. Check any proxy between this page and the Mapledger server.',
          {},
          cause,
        );
      }
    },
  });
}
