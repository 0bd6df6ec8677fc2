import { Form } from '~/components/form/form'
import { PasswordField } from '~/components/form/password-field'
import { PasswordStrength } from '~/components/form/password-strength'
import { TextField } from '~/components/form/text-field'
import { Button } from '~/components/ui/button'
import { type MessageAnswer, verifyEmailFields, passwordRules } from '~/contracts/identity/account'
import { trpc } from '~/trpc/client'
import { BackButton, StepTitle } from './step-parts'
import { sayFailure } from './auth-messages'
import { useState } from 'react'
import { WaitNote, useWait } from '~/components/form/wait-note'

interface OwnPasswordFormProps {
  token: string
  onProven: (told: MessageAnswer) => void
  onBack: () => void
}

const ownPasswordFields = verifyEmailFields.pick({ token: true, newPassword: true, fullName: true }).required({ newPassword: true })

/** Verifies with the reader's own password, since somebody else may have chosen the sign-up's. */
function OwnPasswordForm({ token, onProven, onBack }: OwnPasswordFormProps) {
  const verify = trpc.auth.verifyEmail.useMutation()

  return (
    <Form
      schema={ownPasswordFields}
      defaultValues={{ token, newPassword: '', fullName: '' }}
      onSubmit={async (input) => onProven(await verify.mutateAsync(input))}
      onFailure={(error) => sayFailure('Email not verified', error)}
      className="flex flex-col gap-5"
    >
      {({ control, formState: { isSubmitting } }) => (
        <>
          <StepTitle title="Choose a new password">
            The password chosen at sign-up then stops working, and everything started with this account ends.
          </StepTitle>
          <PasswordField
            control={control}
            name="newPassword"
            label="New password"
            autoComplete="new-password"
            hint={passwordRules}
            required
          />
          <PasswordStrength control={control} name="newPassword" about={['fullName']} />
          <TextField control={control} name="fullName" label="Full Name" hint="Optional" autoComplete="name" />
          <Button type="submit" busy={isSubmitting} className="w-full">
            {isSubmitting ? 'Verifying...' : 'Set password and verify'}
          </Button>
          <BackButton onClick={onBack} />
        </>
      )}
    </Form>
  )
}

interface ProveSignUpProps {
  token: string
  onProven: (told: MessageAnswer) => void
  onCancel: () => void
}

const passwordFields = verifyEmailFields.pick({ token: true, password: true }).required()

export function ProveSignUp({ token, onProven, onCancel }: ProveSignUpProps) {
  const verify = trpc.auth.verifyEmail.useMutation()
  const wait = useWait()
  const [isForgotten, setForgotten] = useState(false)
  if (isForgotten) return <OwnPasswordForm token={token} onProven={onProven} onBack={() => setForgotten(false)} />

  return (
    <Form
      schema={passwordFields}
      defaultValues={{ token, password: '' }}
      onSubmit={async (input) => onProven(await verify.mutateAsync(input))}
      onFailure={(error) => {
        wait.heed(error)
        sayFailure('Email not verified', error)
      }}
      className="flex flex-col gap-5"
    >
      {({ control, formState: { isSubmitting } }) => (
        <>
          <StepTitle title="Verify your email address">
            You signed up in another browser. Enter the password that you chose there.
          </StepTitle>
          <PasswordField control={control} name="password" label="Password" autoComplete="current-password" required />
          <WaitNote until={wait.until} />
          <Button type="submit" busy={isSubmitting} className="w-full">
            {isSubmitting ? 'Verifying...' : 'Verify email address'}
          </Button>
          <div className="flex flex-wrap justify-between gap-2 border-t border-line pt-3">
            <Button variant="ghost" size="sm" onClick={() => setForgotten(true)}>
              Set a new password instead
            </Button>
            <Button variant="ghost" size="sm" onClick={onCancel}>
              Cancel
            </Button>
          </div>
        </>
      )}
    </Form>
  )
}
