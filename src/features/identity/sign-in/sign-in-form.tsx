import type * as z from 'zod'
import { useAuth } from '~/components/auth/auth-context'
import { signInInput } from '~/contracts/identity/auth'
import { announce } from '~/lib/auth-events'
import { AuthCallError, postToAuth } from '~/lib/auth-post'
import { trpc } from '~/trpc/client'
import { useState } from 'react'
import { Form } from '~/components/form/form'
import { PasswordField } from '~/components/form/password-field'
import { serverErrorCode } from '~/components/form/server-errors'
import { TextField } from '~/components/form/text-field'
import { WaitNote, useWait } from '~/components/form/wait-note'
import { Button } from '~/components/ui/button'
import { sayFailure } from './auth-messages'
import { DraftKeeper, type DraftProps } from './draft'
import { ResendEmail } from './resend-email'

const NO_SESSION = 'The sign-in could not be completed. Please reload the page and try again.'

/**
 * `auth.signIn` checks the password and words the refusal; its tokens go to NextAuth for the HttpOnly cookie and are stored nowhere.
 * @throws the call's error, or AuthCallError if no cookie was set
 */
export function useSignIn() {
  const { reload } = useAuth()
  const { mutateAsync } = trpc.auth.signIn.useMutation()

  return async (credentials: z.output<typeof signInInput>): Promise<void> => {
    const { session } = await mutateAsync(credentials)
    await postToAuth('callback/credentials', { refreshToken: session.refreshToken })
    // NextAuth may answer a refusal like a success, so the session is read.
    if (!(await reload())) throw new AuthCallError(NO_SESSION)
    announce('SIGNED_IN')
  }
}

interface SignInFormProps extends DraftProps {
  onForgotten: () => void
}

/** The Sign In tab (requirements §2 Sign-in). */
export function SignInForm({ draft, onDraft, onForgotten }: SignInFormProps) {
  const signIn = useSignIn()
  const wait = useWait()
  const [unconfirmed, setUnconfirmed] = useState<{ email: string; password: string }>()

  return (
    <Form
      schema={signInInput}
      defaultValues={{ email: draft.email, password: draft.password }}
      onSubmit={async (credentials) => {
        setUnconfirmed(undefined)
        try {
          await signIn(credentials)
        } catch (error) {
          if (serverErrorCode(error) === 'email_not_confirmed') setUnconfirmed(credentials)
          throw error
        }
      }}
      onFailure={(error) => {
        wait.heed(error)
        sayFailure('Sign In Failed', error)
      }}
      className="flex flex-col gap-5"
    >
      {({ control, formState: { isSubmitting } }) => (
        <>
          <DraftKeeper control={control} onDraft={onDraft} />
          <TextField control={control} name="email" label="Email" type="email" inputMode="email" autoComplete="username" required />
          <div>
            <PasswordField control={control} name="password" label="Password" autoComplete="current-password" required />
            <button
              type="button"
              onClick={onForgotten}
              className="mt-1 -ml-1 min-h-8 rounded px-1 text-sm font-medium text-accent-ink underline-offset-4 hover:underline"
            >
              Forgot password?
            </button>
          </div>
          <WaitNote until={wait.until} />
          {unconfirmed && (
            <ResendEmail account={unconfirmed}>Your email address is not verified yet. Open the link in our email.</ResendEmail>
          )}
          <Button type="submit" busy={isSubmitting} className="w-full">
            {isSubmitting ? 'Signing In...' : 'Sign In'}
          </Button>
        </>
      )}
    </Form>
  )
}
