import '@mantine/core/styles/baseline.css';
import '@mantine/core/styles/default-css-variables.css';
import '@mantine/core/styles/global.css';
import { MantineProvider } from '@mantine/core';
import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { lazy, StrictMode, Suspense } from 'react';
import { createRoot } from 'react-dom/client';
import { Gate } from './app/Gate.tsx';
import { loadPart, reloadAfterUpdate } from './app/parts.ts';
import { queryClient } from './app/query-client.ts';
import { router } from './app/router.tsx';
import { cssVariables, theme } from './app/theme.ts';
// Last: it changes what the components bring.
import './app/app.css';
import './app/print.css';

// Without them the pages are whole all the same.
const Notices = lazy(() => loadPart(() => import('./app/Notices.tsx')).catch(() => ({ Notices: () => <></> })).then((module) => ({ default: module.Notices })));
const nonce = document.querySelector<HTMLMetaElement>('meta[name="csp-nonce"]')?.content ?? '';
// The name under which the package that keeps the page still behind a dialog (react-remove-scroll) looks for it.
Object.assign(globalThis, { __webpack_nonce__: nonce });

reloadAfterUpdate();
createRoot(document.querySelector('#root') ?? document.body).render(
  <StrictMode>
    <MantineProvider theme={theme} cssVariablesResolver={cssVariables} defaultColorScheme="auto" getStyleNonce={() => nonce}>
      <QueryClientProvider client={queryClient}>
        <RouterProvider router={router} />
        <Gate />
        <Suspense><Notices /></Suspense>
      </QueryClientProvider>
    </MantineProvider>
  </StrictMode>,
);
