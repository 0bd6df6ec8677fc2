import { Form } from '~/components/form/form'
import { PasswordField } from '~/components/form/password-field'
import { PasswordStrength } from '~/components/form/password-strength'
import { useWait } from '~/components/form/use-wait'
import { WaitNote } from '~/components/form/wait-note'
import { Button } from '~/components/ui/button'
import { resetPasswordInput } from '~/contracts/account'
import { passwordRules } from '~/lib/password-rules'
import { trpc } from '~/trpc/client'
import { sayFailure } from './auth-messages'
import { StepTitle } from './step-title'

interface NewPasswordFormProps {
  /** Out of the letter's link. */
  token: string
  onChanged: (message: string) => Promise<void>
  onCancel: () => void
}

/** A new password by the link of a letter. */
export function NewPasswordForm({ token, onChanged, onCancel }: NewPasswordFormProps) {
  const reset = trpc.auth.resetPassword.useMutation()
  const wait = useWait()

  return (
    <Form
      schema={resetPasswordInput}
      defaultValues={{ token, password: '' }}
      onSubmit={async (input) => onChanged((await reset.mutateAsync(input)).message)}
      onFailure={(error) => {
        wait.heed(error)
        sayFailure('Password Not Changed', error)
      }}
      className="flex flex-col gap-5"
    >
      {({ control, formState: { isSubmitting } }) => (
        <>
          <StepTitle title="Choose a new password">Every browser that is signed in to your account will be signed out.</StepTitle>
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
