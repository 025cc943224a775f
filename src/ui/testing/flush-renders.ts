// Production builds of React have no `act`, in which vitest-browser-react renders: with them each render is flushed at
// once instead. Import this file before vitest-browser-react.
import React from 'react';
import { flushSync } from 'react-dom';

if (!Object.hasOwn(React, 'act'))
  Reflect.set(React, 'act', async (render: () => Promise<void>) => {
    let rendered: Promise<void> | undefined;
    flushSync(() => {
      rendered = render();
    });
    await rendered;
  });
