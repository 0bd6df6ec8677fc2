import { useQuery } from '@tanstack/react-query'
import { FormNote } from '~/components/form/form-note'
import { serverMessage } from '~/components/form/server-errors'
import { Spinner } from '~/components/ui/spinner'
import { trpc } from '~/trpc/client'
import { reasonOf } from './auth-words'

/** Proves the address by the token of a letter's link, as soon as it is shown, and says what came of it. */
export function Verification({ token }: { token: string }) {
  const { client } = trpc.useUtils()
  // A query, because it runs by itself and only once for each token, however often this is mounted.
  const { data, error, refetch } = useQuery({
    queryKey: ['verify-email', token],
    queryFn: () => client.auth.verifyEmail.mutate({ token }),
    retry: false,
    staleTime: Infinity,
  })

  if (data) {
    return (
      <FormNote tone="success" role="status">
        <p className="font-semibold">Email verified</p>
        <p>{data.message}</p>
      </FormNote>
    )
  }
  if (error) {
    return (
      <FormNote tone="danger" role="alert">
        <p className="font-semibold">Email not verified</p>
        <p>{reasonOf(error)}</p>
        {serverMessage(error) === undefined && (
          <button type="button" onClick={() => void refetch()} className="mt-1.5 min-h-6 font-semibold underline underline-offset-4">
            Try again
          </button>
        )}
      </FormNote>
    )
  }
  return (
    <p role="status" className="flex items-center gap-2.5 text-sm text-ink-muted">
      <Spinner className="size-4" />
      Verifying your email address...
    </p>
  )
}
