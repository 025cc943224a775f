import { fetchHttp } from '../../infra/fetch-http.ts';
import { DEFAULT_STORAGE_NAME, nameConsoleStorage } from '../platform/console-storage.ts';
import { keptTheme, showTheme } from '../platform/kept-theme.ts';
import { pageBasePath } from '../platform/page-base-path.ts';
import { firstRequestOf, withEarlyRequest } from './early-request.ts';
import { mount } from './mount.tsx';

const root = document.getElementById('root');
if (root === null) throw new Error('The page has no element #root');

const basePath = pageBasePath();
const { pathname, search, hash } = window.location;
const storageName = `${DEFAULT_STORAGE_NAME}${basePath}`;
nameConsoleStorage(storageName);
// The static frame of the page is there already; the console itself is larger and loads later.
showTheme(keptTheme());
if (!pathname.startsWith(`${basePath}/`)) {
  // The server was reached past its proxy: it answers below the path too, where cookies and links belong.
  window.location.replace(`${basePath}${pathname}${search}${hash}`);
} else {
  const http = withEarlyRequest(fetchHttp(basePath), firstRequestOf(window.location, basePath));
  mount(root, { http }, { basePath, storageName });
}
