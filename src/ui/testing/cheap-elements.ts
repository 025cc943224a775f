// React's development build takes a stack, and a task of the developer tools, for each element that it makes, to show them where nobody looks
// in a test: a third of what the renderer computes. Its checks, and rendering twice in StrictMode, stay.
import * as React from 'react';

Reflect.deleteProperty(console, 'createTask');
Reflect.deleteProperty(console, 'timeStamp');

// It stops at 10,000 stacks a second; here it has always reached them.
const internals: unknown = Reflect.get(React, '__CLIENT_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE');
if (typeof internals === 'object' && internals !== null && 'recentlyCreatedOwnerStacks' in internals)
  Object.defineProperty(internals, 'recentlyCreatedOwnerStacks', { get: () => Infinity, set: () => undefined });
