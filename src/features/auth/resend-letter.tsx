import type { ReactNode } from 'react'
import { FormNote } from '~/components/form/form-note'
import { useWait } from '~/components/form/use-wait'
import { WaitNote } from '~/components/form/wait-note'
import { trpc } from '~/trpc/client'
import { sayFailure } from './auth-words'

interface ResendLetterProps {
  /** Of an account that exists and is not verified: signing up once more changes nothing but sends its letter anew. */
  account: { email: string; password: string; fullName?: string }
  /** Why there is a letter to wait for. */
  children: ReactNode
}

/** Offers the letter with the verification link once more. */
export function ResendLetter({ account, children }: ResendLetterProps) {
  const wait = useWait()
  const signUp = trpc.auth.signUp.useMutation({
    onError: (error) => {
      wait.heed(error)
      sayFailure('Letter Not Sent', error)
    },
  })
  const { email, password, fullName = email } = account

  return (
    <div className="flex flex-col gap-3">
      <FormNote tone="info">
        <p>{children}</p>
        {signUp.isSuccess ? (
          <p role="status" className="mt-1.5 font-semibold">
            Sent again to {email}. Letters arrive within a few minutes; look among the spam too.
          </p>
        ) : (
          <button
            type="button"
            disabled={signUp.isPending}
            onClick={() => signUp.mutate({ email, password, fullName })}
            className="mt-1.5 min-h-6 font-semibold underline underline-offset-4 disabled:opacity-60"
          >
            Send the letter again
          </button>
        )}
      </FormNote>
      <WaitNote until={wait.until} />
    </div>
  )
}
