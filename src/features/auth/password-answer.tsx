import { useEffect, useRef } from 'react'
import { Form } from '~/components/form/form'
import { PasswordField } from '~/components/form/password-field'
import { useWait } from '~/components/form/use-wait'
import { WaitNote } from '~/components/form/wait-note'
import { Button } from '~/components/ui/button'
import { reauthenticateInput } from '~/contracts/account'
import { trpc } from '~/trpc/client'
import { sayFailure } from './auth-messages'

interface PasswordAnswerProps {
  onProven: () => void
  onCancel: () => void
}

/** Takes the password of whoever is signed in once more. */
export function PasswordAnswer({ onProven, onCancel }: PasswordAnswerProps) {
  const reauthenticate = trpc.auth.reauthenticate.useMutation()
  const wait = useWait()
  const part = useRef<HTMLDivElement>(null)
  // It comes when the dialog is open already, and is all that is asked.
  useEffect(() => part.current?.querySelector('input')?.focus(), [])
  return (
    <Form
      schema={reauthenticateInput}
      defaultValues={{ password: '' }}
      onSubmit={async (input) => {
        await reauthenticate.mutateAsync(input)
        onProven()
      }}
      onFailure={(error) => {
        wait.heed(error)
        sayFailure('Not Confirmed', error)
      }}
      className="flex flex-col gap-5"
    >
      {({ control, formState: { isSubmitting } }) => (
        <>
          <p className="text-ink-muted">It has been a while since you signed in. Please enter your password once more to go on.</p>
          <div ref={part}>
            <PasswordField control={control} name="password" label="Password" autoComplete="current-password" required />
          </div>
          <WaitNote until={wait.until} />
          <div className="flex flex-wrap justify-end gap-2">
            <Button variant="secondary" onClick={onCancel}>
              Cancel
            </Button>
            <Button type="submit" busy={isSubmitting}>
              Confirm
            </Button>
          </div>
        </>
      )}
    </Form>
  )
}
