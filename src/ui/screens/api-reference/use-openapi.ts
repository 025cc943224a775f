import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import { parseJson } from '#domain/json';
import { ApiError } from '../../platform/console-api.ts';
import { useCore } from '../../platform/services.ts';
import { readOpenApi, type ApiRoute } from './read-openapi.ts';

/** Where our server describes its API. */
export const OPENAPI_PATH = '/api/openapi.json';

/** The routes of the server that answers. */
export function useOpenApi(): UseQueryResult<readonly ApiRoute[], ApiError> {
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
