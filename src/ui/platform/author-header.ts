import type { Author } from '#domain/events';
import type { HttpService } from '#domain/ports';
import { AUTHOR_HEADER, MAX_AUTHOR_ID_LENGTH, MAX_AUTHOR_NAME_LENGTH } from '#domain/wire';

/**
 * Says with every request that may change something who this device's author is, so that the server can record it with the action. Nothing is said
 * while `authorNow` knows nobody, as before the storage is open. Never a reason for the server to refuse a request.
 */
export function withAuthor(http: HttpService, authorNow: () => Author | null): HttpService {
  return {
    send(request) {
      const header = request.method === 'GET' ? null : authorHeader(authorNow());
      return http.send(
        header === null ? request : { ...request, headers: { ...request.headers, [AUTHOR_HEADER]: header } },
      );
    },
  };
}

/** Null where the author can't be said within what the server takes. */
function authorHeader(author: Author | null): string | null {
  if (author === null) return null;
  const id = author.id;
  if (id === '' || id.length > MAX_AUTHOR_ID_LENGTH || UNSAYABLE.test(id)) return null;
  const name = author.name.slice(0, MAX_AUTHOR_NAME_LENGTH).replaceAll(EVERY_UNSAYABLE, '\uFFFD');
  return name === '' ? null : encodeURIComponent(JSON.stringify({ id, name }));
}

const UNSAYABLE = /[\p{Cc}\p{Surrogate}]/u;
const EVERY_UNSAYABLE = /[\p{Cc}\p{Surrogate}]/gu;
