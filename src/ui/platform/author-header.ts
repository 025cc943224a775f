import type { Author } from '#domain/events';
import { formatJson } from '#domain/json';
import type { HttpService } from '#domain/ports';
import { AUTHOR_HEADER, DEVICE_HEADER, MAX_AUTHOR_ID_LENGTH, MAX_AUTHOR_NAME_LENGTH } from '#domain/wire';

/** The author of this device, and the secret that proves it. */
export interface DeviceIdentity {
  readonly author: Author;
  readonly secret: string;
}

/**
 * Adds this device's author to every request that may change something, so that the server can record it with the
 * action, and the secret of the device to every request, in a header. Adds nothing while `deviceNow` returns null, as
 * before the storage is open.
 */
export function withAuthor(http: HttpService, deviceNow: () => DeviceIdentity | null): HttpService {
  return {
    ...http,
    send(request) {
      const device = deviceNow();
      if (device === null) return http.send(request);
      const author = request.method === 'GET' ? null : authorHeader(device.author);
      const headers = { [DEVICE_HEADER]: device.secret, ...(author !== null && { [AUTHOR_HEADER]: author }) };
      return http.send({ ...request, headers: { ...request.headers, ...headers } });
    },
  };
}

/** Null where the author does not fit the limits of the server. */
function authorHeader(author: Author): string | null {
  const id = author.id;
  if (id === '' || id.length > MAX_AUTHOR_ID_LENGTH || UNSAYABLE.test(id)) return null;
  const name = author.name.slice(0, MAX_AUTHOR_NAME_LENGTH).replaceAll(EVERY_UNSAYABLE, '\uFFFD');
  return name === '' ? null : encodeURIComponent(formatJson({ id, name }));
}

const UNSAYABLE = /[\p{Cc}\p{Surrogate}]/u;
const EVERY_UNSAYABLE = /[\p{Cc}\p{Surrogate}]/gu;
