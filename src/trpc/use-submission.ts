import { TRPCClientError } from '@trpc/client'
import { useCallback, useRef } from 'react'
import type { AppRouter } from '~/server/api/root'
import { newKey } from './new-key'

/** True if the server answered that it did nothing; after any other failure the work may be done. */
export const isRefusal = (error: unknown) =>
  error instanceof TRPCClientError && ((error as TRPCClientError<AppRouter>).data?.httpStatus ?? Infinity) < 500

/**
 * Sends a form so that it creates one record however often it is sent: each attempt has the same idempotency key until one succeeds or is
 * refused (docs/decisions/007).
 */
export function useSubmission() {
  const key = useRef<string>(undefined)
  return useCallback(async <T>(send: (idempotencyKey: string) => Promise<T>): Promise<T> => {
    key.current ??= newKey()
    try {
      const answer = await send(key.current)
      key.current = undefined
      return answer
    } catch (error) {
      if (isRefusal(error)) key.current = undefined
      throw error
    }
  }, [])
}
