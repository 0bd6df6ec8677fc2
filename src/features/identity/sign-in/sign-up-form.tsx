import { useState } from 'react'
import type * as z from 'zod'
import { Form } from '~/components/form/form'
import { PasswordField } from '~/components/form/password-field'
import { PasswordStrength } from '~/components/form/password-strength'
import { TextField } from '~/components/form/text-field'
import { WaitNote, useWait } from '~/components/form/wait-note'
import { Button } from '~/components/ui/button'
import { notify } from '~/components/ui/notify'
import { signUpFields, passwordRules } from '~/contracts/identity/account'
import { trpc } from '~/trpc/client'
import { useSubmission } from '~/trpc/use-submission'
import { sayFailure } from './auth-messages'
import { DraftKeeper, emptyDraft, type DraftProps } from './draft'
import { ResendEmail } from './resend-email'

/** The Sign Up tab (requirements §2 Sign-in and sign-up, §8). Same answer for new and known addresses. */
export function SignUpForm({ draft, onDraft }: DraftProps) {
  const signUp = trpc.auth.signUp.useMutation()
  const submit = useSubmission()
  const wait = useWait()
  const [sent, setSent] = useState<z.output<typeof signUpFields>>()

  return (
    <Form
      schema={signUpFields}
      defaultValues={draft}
      onSubmit={async (account, form) => {
        const { message } = await submit((idempotencyKey) => signUp.mutateAsync({ ...account, idempotencyKey }))
        notify({ title: 'Account Created', description: message, tone: 'success' })
        setSent(account)
        form.reset(emptyDraft)
      }}
      onFailure={(error) => {
        wait.heed(error)
        sayFailure('Sign Up Failed', error)
      }}
      className="flex flex-col gap-5"
    >
      {({ control, reset, setFocus, formState: { isSubmitting } }) => (
        <>
          <DraftKeeper control={control} onDraft={onDraft} />
          {sent && (
            <ResendEmail
              key={sent.email}
              account={sent}
              onOther={() => {
                setSent(undefined)
                reset({ ...emptyDraft, fullName: sent.fullName, password: sent.password })
                setFocus('email')
              }}
            >
              We have written to <strong className="font-semibold">{sent.email}</strong>. Open the link in the email, then sign in.
            </ResendEmail>
          )}
          <TextField control={control} name="fullName" label="Full Name" autoComplete="name" required />
          <TextField control={control} name="email" label="Email" type="email" inputMode="email" autoComplete="email" required />
          <PasswordField control={control} name="password" label="Password" autoComplete="new-password" hint={passwordRules} required />
          <PasswordStrength control={control} name="password" about={['email', 'fullName']} />
          <WaitNote until={wait.until} />
          <Button type="submit" busy={isSubmitting} className="w-full">
            {isSubmitting ? 'Creating Account...' : 'Sign Up'}
          </Button>
        </>
      )}
    </Form>
  )
}
