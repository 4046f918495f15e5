import { QueryClient } from '@tanstack/react-query';
import { CallError } from '@/api/client.ts';

/** What may pass by itself is asked again twice; a refusal is an answer. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 5_000,
      retry: (count, error) => count < 2 && error instanceof CallError && (error.status === 0 || error.status >= 500),
      refetchOnWindowFocus: true,
      // Whether the service is reached is found by asking it: it may be on this machine, and then the network that the browser looks for is not needed.
      networkMode: 'always',
      refetchOnReconnect: true,
    },
    // What is pressed is done now or refused now, and never later by itself.
    mutations: { networkMode: 'always' },
  },
});
