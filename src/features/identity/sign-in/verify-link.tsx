import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { FormNote } from '~/components/form/form-note'
import { serverFieldErrors, serverMessage } from '~/components/form/server-errors'
import { Button } from '~/components/ui/button'
import { Spinner } from '~/components/ui/loading'
import type { MessageAnswer } from '~/contracts/identity/account'
import { trpc } from '~/trpc/client'
import { reasonOf } from './auth-messages'
import { RenewLink, useMailLink } from './ended-link'
import { ProveSignUp } from './prove-sign-up'

/**
 * Verifies an email's token once it is known; null without a link.
 * `asksForPassword` in another browser than the one that signed up, until `setProven`.
 */
function useVerification(token: string | null) {
  const { client } = trpc.useUtils()
  const cache = useQueryClient()
  const queryKey = ['verify-email', token]
  // A query, since it runs by itself and once for each token, however often it is mounted.
  const { data, error, refetch } = useQuery<MessageAnswer>({
    queryKey,
    queryFn: () => client.auth.verifyEmail.mutate({ token: token ?? '' }),
    enabled: token !== null,
    retry: false,
    staleTime: Infinity,
  })
  return {
    message: data?.message,
    failure: error ? reasonOf(error) : undefined,
    /** Only without an answer; a refusal is final. */
    retry: error && serverMessage(error) === undefined ? () => void refetch() : undefined,
    asksForPassword: serverFieldErrors(error).some(([field]) => field === 'password'),
    setProven: (told: MessageAnswer) => cache.setQueryData(queryKey, told),
  }
}

type VerificationProps = Pick<ReturnType<typeof useVerification>, 'message' | 'failure' | 'retry'> & {
  children: ReactNode
}

function Verification({ message, failure, retry, children }: VerificationProps) {
  if (message !== undefined) {
    return (
      <FormNote tone="success" role="status">
        <p className="font-semibold">Email verified</p>
        <p>{message}</p>
      </FormNote>
    )
  }
  if (failure !== undefined) {
    return (
      <FormNote tone="danger" role="alert">
        <p className="font-semibold">Email not verified</p>
        <p>{failure}</p>
        {!retry && children}
        {retry && (
          <button type="button" onClick={retry} className="mt-1.5 min-h-6 font-semibold underline underline-offset-4">
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

function RenewVerification({ token }: { token: string }) {
  const state = useMailLink(token)
  if (!state?.canRenew || state.state !== 'expired') return null
  return (
    <div className="mt-3">
      <RenewLink token={token} />
    </div>
  )
}

interface VerifyLinkProps {
  token: string
  isSignedIn: boolean
  onLinkDone: () => void
  children: ReactNode
}

/** Loaded with the first verification link. */
export function VerifyLink({ token, isSignedIn, onLinkDone, children }: VerifyLinkProps) {
  const { asksForPassword, setProven, message, failure, retry } = useVerification(token)
  if (asksForPassword) return <ProveSignUp key={token} token={token} onProven={setProven} onCancel={onLinkDone} />
  const result = (
    <Verification message={message} failure={failure} retry={retry}>
      <RenewVerification token={token} />
    </Verification>
  )
  // Waits for the right form, since replacing one would lose typed text.
  if (message === undefined && failure === undefined) return <div className="flex min-h-72 items-center justify-center">{result}</div>
  return (
    <div className="flex flex-col gap-5">
      {result}
      {isSignedIn ? <Button onClick={onLinkDone}>Continue</Button> : children}
    </div>
  )
}
