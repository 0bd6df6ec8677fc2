import { useEffect, useRef } from 'react'
import { Form } from '~/components/form/form'
import { PasswordField } from '~/components/form/password-field'
import { WaitNote, useWait } from '~/components/form/wait-note'
import { Button } from '~/components/ui/button'
import { reauthenticateInput } from '~/contracts/identity/account'
import { trpc } from '~/trpc/client'
import { sayFailure } from './auth-messages'
import { LoadFailure } from '~/components/ui/load-failure'
import { Modal, ModalBody } from '~/components/ui/modal'
import { Skeleton } from '~/components/ui/loading'
import { FactorAnswer } from './factor-answer'

interface PasswordAnswerProps {
  onProven: () => void
  onCancel: () => void
}

/** Takes the password again. */
function PasswordAnswer({ onProven, onCancel }: PasswordAnswerProps) {
  const reauthenticate = trpc.auth.reauthenticate.useMutation()
  const wait = useWait()
  const part = useRef<HTMLDivElement>(null)
  // The field appears after the dialog, so it takes the focus itself.
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
        sayFailure('Not confirmed', error)
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

interface ProofDialogProps {
  onProven: () => void
  onCancel: () => void
}

/** By a code with a second factor, otherwise by the password. */
export function ProofDialog({ onProven, onCancel }: ProofDialogProps) {
  const factors = trpc.auth.mfa.factors.useQuery(undefined, { staleTime: 0 })
  const verified = (factors.data ?? []).filter(({ status }) => status === 'verified')
  return (
    <Modal title="Confirm that it is you" onClose={onCancel} className="max-w-md">
      <ModalBody className="flex flex-col gap-5">
        {!factors.data && factors.isError && <LoadFailure message="Your second factors could not be loaded" query={factors} />}
        {!factors.data && !factors.isError && <Skeleton className="h-28 w-full" />}
        {factors.data && verified.length === 0 && <PasswordAnswer onProven={onProven} onCancel={onCancel} />}
        {verified.length > 0 && (
          <FactorAnswer
            factors={verified}
            reason="It has been a while since you entered a code. Please enter one to go on."
            title={(words) => <p className="text-ink-muted">{words}</p>}
            onProven={onProven}
          >
            <Button variant="ghost" size="sm" onClick={onCancel}>
              Cancel
            </Button>
          </FactorAnswer>
        )}
      </ModalBody>
    </Modal>
  )
}
