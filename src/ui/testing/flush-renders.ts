// Production builds of React have no `act`, which vitest-browser-react renders in: there a render is flushed at once instead. Imported before it.
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
