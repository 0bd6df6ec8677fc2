import { Form } from '~/components/form/form'
import { PasswordField } from '~/components/form/password-field'
import { PasswordStrength } from '~/components/form/password-strength'
import { TextField } from '~/components/form/text-field'
import { Button } from '~/components/ui/button'
import { verifyEmailFields, type Told } from '~/contracts/account'
import { passwordRules } from '~/lib/password-rules'
import { trpc } from '~/trpc/client'
import { BackButton } from './back-button'
import { sayFailure } from './auth-messages'
import { StepTitle } from './step-title'

interface OwnPasswordFormProps {
  /** Out of the letter's link. */
  token: string
  onProven: (told: Told) => void
  onBack: () => void
}

const fields = verifyEmailFields.pick({ token: true, newPassword: true, fullName: true }).required({ newPassword: true })

/** Verifies the address with a password of one's own in place of the sign-up's, which may be a stranger's. */
export function OwnPasswordForm({ token, onProven, onBack }: OwnPasswordFormProps) {
  const verify = trpc.auth.verifyEmail.useMutation()

  return (
    <Form
      schema={fields}
      defaultValues={{ token, newPassword: '', fullName: '' }}
      onSubmit={async (input) => onProven(await verify.mutateAsync(input))}
      onFailure={(error) => sayFailure('Email Not Verified', error)}
      className="flex flex-col gap-5"
    >
      {({ control, formState: { isSubmitting } }) => (
        <>
          <StepTitle title="Choose a new password">
            The password that was chosen at sign-up no longer counts then, and everything that was begun with this account ends.
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
