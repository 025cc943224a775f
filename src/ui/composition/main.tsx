import { fetchHttp } from '../../infra/fetch-http.ts';
import { keptTheme, showTheme } from '../platform/kept-theme.ts';
import { firstRequestOf, withEarlyRequest } from './early-request.ts';
import { mount } from './mount.tsx';

const root = document.getElementById('root');
if (root === null) throw new Error('The page has no element #root');

// The static frame of the page is there already; the console itself is larger and loads later.
showTheme(keptTheme());
mount(root, { http: withEarlyRequest(fetchHttp(), firstRequestOf(window.location)) });
