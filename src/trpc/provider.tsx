import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { useState, type ReactNode } from 'react'
import { links, trpc } from './client'
import { isRetryable } from './stream-retry'

const MOST_RETRIES = 2

const newQueryClient = () =>
  new QueryClient({
    defaultOptions: {
      queries: { staleTime: 5_000, retry: (count, error) => count < MOST_RETRIES && isRetryable(error) },
    },
  })

/** For the back office and the sign-in screens; public pages do without. */
export function TrpcProvider({ children }: { children: ReactNode }) {
  const [queryClient] = useState(newQueryClient)
  const [client] = useState(() => trpc.createClient({ links: links() }))
  return (
    <trpc.Provider client={client} queryClient={queryClient}>
      <QueryClientProvider client={queryClient}>{children}</QueryClientProvider>
    </trpc.Provider>
  )
}
