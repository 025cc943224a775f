// Before the components, whose own rules then come after and hold.
import './theme/tokens.css';
import './theme/base.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { Startup } from './app/startup.tsx';
import { openConsole } from './composition/open-services.ts';
import { startTheme } from './theme/theme.ts';

const root = document.getElementById('root');
if (root === null) throw new Error('The page has no element #root');

startTheme();
createRoot(root).render(
  <StrictMode>
    <Startup source={openConsole()} />
  </StrictMode>,
);
