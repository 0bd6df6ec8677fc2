import { useState } from 'react'
import { Form } from '~/components/form/form'
import { PasswordField } from '~/components/form/password-field'
import { useWait } from '~/components/form/use-wait'
import { WaitNote } from '~/components/form/wait-note'
import { Button } from '~/components/ui/button'
import { verifyEmailFields, type Told } from '~/contracts/account'
import { trpc } from '~/trpc/client'
import { sayFailure } from './auth-messages'
import { OwnPasswordForm } from './own-password-form'
import { StepTitle } from './step-title'

interface ProveSignUpProps {
  /** Out of the letter's link. */
  token: string
  onProven: (told: Told) => void
  onCancel: () => void
}

const fields = verifyEmailFields.pick({ token: true, password: true }).required()

/** Asks for the password of the sign-up that a letter stands for, or for a new one from whoever cannot name it. */
export function ProveSignUp({ token, onProven, onCancel }: ProveSignUpProps) {
  const verify = trpc.auth.verifyEmail.useMutation()
  const wait = useWait()
  const [isForgotten, setForgotten] = useState(false)
  if (isForgotten) return <OwnPasswordForm token={token} onProven={onProven} onBack={() => setForgotten(false)} />

  return (
    <Form
      schema={fields}
      defaultValues={{ token, password: '' }}
      onSubmit={async (input) => onProven(await verify.mutateAsync(input))}
      onFailure={(error) => {
        wait.heed(error)
        sayFailure('Email Not Verified', error)
      }}
      className="flex flex-col gap-5"
    >
      {({ control, formState: { isSubmitting } }) => (
        <>
          <StepTitle title="Verify your email address">
            This is another browser than the one that signed up. Enter the password that was chosen there.
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
