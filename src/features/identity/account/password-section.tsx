import { Form } from '~/components/form/form'
import { PasswordField } from '~/components/form/password-field'
import { PasswordStrength } from '~/components/form/password-strength'
import { WaitNote, useWait } from '~/components/form/wait-note'
import { Button } from '~/components/ui/button'
import { changePasswordInput, passwordRules } from '~/contracts/identity/account'
import { trpc } from '~/trpc/client'
import { AccountSection, sayDone, sayFailure } from './account-section'

const nothingTyped = { currentPassword: '', newPassword: '' }

export function PasswordSection() {
  const utils = trpc.useUtils()
  const change = trpc.account.changePassword.useMutation()
  const reauthenticate = trpc.auth.reauthenticate.useMutation()
  const wait = useWait()

  return (
    <AccountSection title="Password" lead="A new password signs you out everywhere else.">
      <Form
        schema={changePasswordInput}
        defaultValues={nothingTyped}
        onSubmit={async (input, form) => {
          // The current password is enough proof without a second factor; with one a code is asked for.
          const factors = await utils.auth.mfa.factors.ensureData()
          if (!factors.some(({ status }) => status === 'verified')) await reauthenticate.mutateAsync({ password: input.currentPassword })
          const { message } = await change.mutateAsync(input)
          form.reset(nothingTyped)
          sayDone(message)
          void utils.account.sessions.invalidate()
        }}
        onFailure={(error) => {
          wait.heed(error)
          sayFailure('Password not changed', error)
        }}
        className="flex flex-col gap-5"
      >
        {({ control, formState: { isSubmitting } }) => (
          <>
            <div className="grid gap-5 sm:grid-cols-2">
              <PasswordField control={control} name="currentPassword" label="Current password" autoComplete="current-password" required />
              <div className="flex flex-col gap-5">
                <PasswordField
                  control={control}
                  name="newPassword"
                  label="New password"
                  autoComplete="new-password"
                  hint={passwordRules}
                  required
                />
                <PasswordStrength control={control} name="newPassword" />
              </div>
            </div>
            <WaitNote until={wait.until} />
            <Button type="submit" size="sm" busy={isSubmitting} className="self-start">
              Change password
            </Button>
          </>
        )}
      </Form>
    </AccountSection>
  )
}
