import { fetchHttp } from '../../infra/fetch-http.ts';
import { mount } from './mount.tsx';

const root = document.getElementById('root');
if (root === null) throw new Error('The page has no element #root');

mount(root, { http: fetchHttp() });
