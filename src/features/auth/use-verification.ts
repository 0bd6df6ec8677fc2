import { useQuery, useQueryClient } from '@tanstack/react-query'
import { serverFieldErrors, serverMessage } from '~/components/form/server-errors'
import type { Told } from '~/contracts/account'
import { trpc } from '~/trpc/client'
import { reasonOf } from './auth-messages'

/**
 * Proves the address by the token of a letter's link, as soon as it is known; null for no link.
 * `asksForPassword` in another browser than the one that signed up, until `setProven` says that it has been proven.
 */
export function useVerification(token: string | null) {
  const { client } = trpc.useUtils()
  const cache = useQueryClient()
  const queryKey = ['verify-email', token]
  // A query, because it runs by itself and only once for each token, however often this is mounted.
  const { data, error, refetch } = useQuery<Told>({
    queryKey,
    queryFn: () => client.auth.verifyEmail.mutate({ token: token ?? '' }),
    enabled: token !== null,
    retry: false,
    staleTime: Infinity,
  })
  return {
    message: data?.message,
    failure: error ? reasonOf(error) : undefined,
    /** Only where no answer came: a refusal stays one. */
    retry: error && serverMessage(error) === undefined ? () => void refetch() : undefined,
    asksForPassword: serverFieldErrors(error).some(([field]) => field === 'password'),
    setProven: (told: Told) => cache.setQueryData(queryKey, told),
  }
}
