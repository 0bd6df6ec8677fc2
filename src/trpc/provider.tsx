import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { TRPCClientError } from '@trpc/client'
import { useState, type ReactNode } from 'react'
import type { AppRouter } from '~/server/api/root'
import { links, trpc } from './client'

/** A refusal stays one, however often it is asked; anything else may pass. */
const mayPass = (error: unknown) => {
  const status = error instanceof TRPCClientError ? (error as TRPCClientError<AppRouter>).data?.httpStatus : undefined
  return status === undefined || status >= 500
}

const MOST_RETRIES = 2

const newQueryClient = () =>
  new QueryClient({
    defaultOptions: {
      queries: { staleTime: 5_000, retry: (count, error) => count < MOST_RETRIES && mayPass(error) },
    },
  })

/** Calls for everything inside: the back office and the sign-in screens. Public pages do without. */
export function TrpcProvider({ children }: { children: ReactNode }) {
  const [queryClient] = useState(newQueryClient)
  const [client] = useState(() => trpc.createClient({ links: links() }))
  return (
    <trpc.Provider client={client} queryClient={queryClient}>
      <QueryClientProvider client={queryClient}>{children}</QueryClientProvider>
    </trpc.Provider>
  )
}
