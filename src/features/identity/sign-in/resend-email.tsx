import type { ReactNode } from 'react'
import { FormNote } from '~/components/form/form-note'
import { WaitNote, useWait } from '~/components/form/wait-note'
import { trpc } from '~/trpc/client'
import { sayFailure } from './auth-messages'

interface ResendEmailProps {
  /** With the name after a sign-up; without it after a sign-in. */
  account: { email: string; password: string; fullName?: string }
  children: ReactNode
  onOther?: () => void
}

/** Offers to resend the verification email. */
export function ResendEmail({ account, children, onOther }: ResendEmailProps) {
  const wait = useWait()
  const onError = (error: unknown) => {
    wait.heed(error)
    sayFailure('Email not sent', error)
  }
  const signUp = trpc.auth.signUp.useMutation({ onError })
  const resend = trpc.auth.resendVerification.useMutation({ onError })
  const { email, password, fullName } = account
  const send = () => {
    if (fullName === undefined) resend.mutate({ email, password })
    else signUp.mutate({ email, password, fullName })
  }

  return (
    <div className="flex flex-col gap-3">
      <FormNote tone="info">
        <p>{children}</p>
        <div className="mt-1.5 flex flex-wrap gap-x-4 gap-y-1">
          {signUp.isSuccess || resend.isSuccess ? (
            <p role="status" className="font-semibold">
              Sent again to {email}. It should arrive within a few minutes. Please check your spam folder too.
            </p>
          ) : (
            <button
              type="button"
              disabled={signUp.isPending || resend.isPending}
              onClick={send}
              className="min-h-6 font-semibold underline underline-offset-4 disabled:opacity-60"
            >
              Send the email again
            </button>
          )}
          {onOther && (
            <button type="button" onClick={onOther} className="min-h-6 font-semibold underline underline-offset-4">
              Use another address
            </button>
          )}
        </div>
      </FormNote>
      <WaitNote until={wait.until} />
    </div>
  )
}
