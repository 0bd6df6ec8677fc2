import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { FormNote } from '~/components/form/form-note'
import { WaitNote, useWait } from '~/components/form/wait-note'
import { Button } from '~/components/ui/button'
import { trpc } from '~/trpc/client'
import { sayFailure } from './auth-messages'
import { StepTitle } from './step-parts'

/** State of an email's link, asked for once; undefined until known. */
export function useMailLink(token: string | null) {
  const { client } = trpc.useUtils()
  const { data, isError } = useQuery({
    queryKey: ['mail-link', token],
    queryFn: () => client.auth.mailLink.mutate({ token: token ?? '' }),
    enabled: token !== null,
    retry: false,
    staleTime: Infinity,
  })
  // Without an answer the form is shown: the server checks the link again.
  return isError ? ({ state: 'good', message: '', canRenew: false, email: null } as const) : data
}

export function RenewLink({ token }: { token: string }) {
  const wait = useWait()
  const renew = trpc.auth.renewMailLink.useMutation({
    onError: (error) => {
      wait.heed(error)
      sayFailure('Email not sent', error)
    },
  })
  if (renew.isSuccess) {
    return (
      <FormNote tone="success" role="status">
        {renew.data.message}
      </FormNote>
    )
  }
  return (
    <>
      <WaitNote until={wait.until} />
      <Button onClick={() => renew.mutate({ token })} busy={renew.isPending} className="w-full">
        Send me a new link
      </Button>
    </>
  )
}

interface EndedLinkProps {
  token: string
  message: string
  canRenew: boolean
  isSignedIn: boolean
  /** Opens the sign-in, or what the link led to. */
  onLeave: () => void
  /** Asks for a link by email address, if the link's account is unknown. */
  children: ReactNode
}

export function EndedLink({ token, message, canRenew, isSignedIn, onLeave, children }: EndedLinkProps) {
  if (!canRenew) {
    return (
      <div className="flex flex-col gap-5">
        <FormNote tone="warn" role="alert">
          {message}
        </FormNote>
        {children}
      </div>
    )
  }
  return (
    <div className="flex flex-col gap-5">
      <StepTitle title="This link does not work">{message}</StepTitle>
      <RenewLink token={token} />
      <Button variant="ghost" size="sm" onClick={onLeave} className="self-center">
        {isSignedIn ? 'Continue' : 'Go to sign in'}
      </Button>
    </div>
  )
}
