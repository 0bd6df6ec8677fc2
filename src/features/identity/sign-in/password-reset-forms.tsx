import { useState } from 'react'
import { Form } from '~/components/form/form'
import { FormNote } from '~/components/form/form-note'
import { TextField } from '~/components/form/text-field'
import { WaitNote, useWait } from '~/components/form/wait-note'
import { Button } from '~/components/ui/button'
import { requestPasswordResetInput, resetPasswordInput, passwordRules } from '~/contracts/identity/account'
import { trpc } from '~/trpc/client'
import { BackButton, StepTitle } from './step-parts'
import { sayFailure } from './auth-messages'
import { PasswordField } from '~/components/form/password-field'
import { PasswordStrength } from '~/components/form/password-strength'

interface ForgottenFormProps {
  title?: string
  email: string
  onBack: () => void
  children?: string
}

/** The answer does not reveal whether the address is known. */
export function ForgottenForm({
  title = 'Reset your password',
  email,
  onBack,
  children = 'Enter your address, and we will send you a link to choose a new password.',
}: ForgottenFormProps) {
  const request = trpc.auth.requestPasswordReset.useMutation()
  const wait = useWait()
  const [answer, setAnswer] = useState<string>()

  return (
    <Form
      schema={requestPasswordResetInput}
      defaultValues={{ email }}
      onSubmit={async (input) => {
        setAnswer(undefined)
        setAnswer((await request.mutateAsync(input)).message)
      }}
      onFailure={(error) => {
        wait.heed(error)
        sayFailure('Email not sent', error)
      }}
      className="flex flex-col gap-5"
    >
      {({ control, formState: { isSubmitting } }) => (
        <>
          <StepTitle title={title}>{children}</StepTitle>
          <TextField control={control} name="email" label="Email" type="email" inputMode="email" autoComplete="username" required />
          <WaitNote until={wait.until} />
          {answer !== undefined && (
            <FormNote tone="success" role="status">
              {answer} It works once, within an hour.
            </FormNote>
          )}
          <Button type="submit" busy={isSubmitting} className="w-full">
            {isSubmitting ? 'Sending...' : 'Send reset link'}
          </Button>
          <BackButton onClick={onBack} />
        </>
      )}
    </Form>
  )
}

interface NewPasswordFormProps {
  token: string
  /** An invitation: the account had no password before. */
  isFirst: boolean
  /** Names the account: the reader may have several, or be signed in as somebody else. */
  email: string | null
  onChanged: (message: string, password: string) => Promise<void>
  onCancel: () => void
}

/** By an email's link. */
export function NewPasswordForm({ token, isFirst, email, onChanged, onCancel }: NewPasswordFormProps) {
  const reset = trpc.auth.resetPassword.useMutation()
  const wait = useWait()

  return (
    <Form
      schema={resetPasswordInput}
      defaultValues={{ token, password: '' }}
      onSubmit={async (input) => onChanged((await reset.mutateAsync(input)).message, input.password)}
      onFailure={(error) => {
        wait.heed(error)
        sayFailure('Password not changed', error)
      }}
      className="flex flex-col gap-5"
    >
      {({ control, formState: { isSubmitting } }) => (
        <>
          <StepTitle title={isFirst ? 'Choose a password' : 'Choose a new password'}>
            {email !== null && <>For {email}. </>}
            {isFirst ? 'This makes the account that we opened for you yours.' : 'We will sign out every browser that uses your account.'}
          </StepTitle>
          <PasswordField control={control} name="password" label="New password" autoComplete="new-password" hint={passwordRules} required />
          <PasswordStrength control={control} name="password" />
          <WaitNote until={wait.until} />
          <Button type="submit" busy={isSubmitting} className="w-full">
            {isSubmitting ? 'Saving...' : 'Set new password'}
          </Button>
          <Button variant="ghost" size="sm" onClick={onCancel} className="self-center">
            Cancel
          </Button>
        </>
      )}
    </Form>
  )
}
