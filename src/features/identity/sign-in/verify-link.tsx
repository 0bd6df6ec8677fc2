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
import { ForgottenForm } from './password-reset-forms'
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
  /** The link was used before: the address is verified all the same. */
  wasVerified: boolean
  /** Another link in the place of one that does not work. */
  children: ReactNode
}

/** Result of an email's link to verify an address. */
function Verification({ message, failure, retry, wasVerified, children }: VerificationProps) {
  if (message !== undefined || wasVerified) {
    return (
      <FormNote tone="success" role="status">
        <p className="font-semibold">Email verified</p>
        <p>{message ?? failure}</p>
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

interface VerifyLinkProps {
  token: string
  isSignedIn: boolean
  /** Typed before. */
  typedEmail: string
  onLinkDone: () => void
  children: ReactNode
}

/** Loaded with the first verification link. */
export function VerifyLink({ token, isSignedIn, typedEmail, onLinkDone, children }: VerifyLinkProps) {
  const { asksForPassword, setProven, message, failure, retry } = useVerification(token)
  // Why it was refused: one that was used has done its work.
  const ended = useMailLink(failure !== undefined && !retry && !asksForPassword ? token : null)
  if (asksForPassword) return <ProveSignUp key={token} token={token} onProven={setProven} onCancel={onLinkDone} />
  const isKnown = message !== undefined || (failure !== undefined && (retry !== undefined || ended !== undefined))
  const result = (
    <Verification message={message} failure={isKnown ? failure : undefined} retry={retry} wasVerified={ended?.state === 'verified'}>
      {/* Where the holder of a link that has ended may ask for another. */}
      {ended?.canRenew && ended.state === 'expired' && (
        <div className="mt-3">
          <RenewLink token={token} />
        </div>
      )}
    </Verification>
  )
  // No form before it is known which one: text typed into a form that is replaced would be lost.
  if (!isKnown) return <div className="flex min-h-72 items-center justify-center">{result}</div>
  // Nobody knows whose it was: a new password proves the address as well.
  if (ended?.state === 'unknown') {
    return (
      <div className="flex flex-col gap-5">
        {result}
        <ForgottenForm title="Get another link" email={typedEmail} onBack={onLinkDone}>
          Enter your address, and we email you a link to choose your password. It verifies your address too.
        </ForgottenForm>
      </div>
    )
  }
  return (
    <div className="flex flex-col gap-5">
      {result}
      {isSignedIn ? <Button onClick={onLinkDone}>Continue</Button> : children}
    </div>
  )
}
