// For each element, React's development build records a stack and a task of the developer tools, which nobody looks at
// in a test: a third of the renderer's computing time. Its checks, and rendering twice in StrictMode, stay.
import * as React from 'react';

Reflect.deleteProperty(console, 'createTask');
Reflect.deleteProperty(console, 'timeStamp');

// React records at most 10,000 stacks a second; here that limit counts as always reached.
const internals: unknown = Reflect.get(React, '__CLIENT_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE');
if (typeof internals === 'object' && internals !== null && 'recentlyCreatedOwnerStacks' in internals)
  Object.defineProperty(internals, 'recentlyCreatedOwnerStacks', { get: () => Infinity, set: () => {} });
