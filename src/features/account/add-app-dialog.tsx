import { useState } from 'react'
import { Form } from '~/components/form/form'
import { TextField } from '~/components/form/text-field'
import { Button } from '~/components/ui/button'
import { Modal, ModalBody, ModalFooter } from '~/components/ui/modal'
import { enrollInput, type EnrolledFactor, type ListedFactor } from '~/contracts/account'
import { trpc } from '~/trpc/client'
import { unasked } from '~/trpc/proof-link'
import { sayFailure } from './account-messages'
import { AppSetup } from './app-setup'
import { freeName } from './factor-names'

interface AddFactorProps {
  taken: readonly ListedFactor[]
  onClose: () => void
  /** The new factor has been proven. */
  onAdded: () => void
}

const nameInput = enrollInput.pick({ friendlyName: true })

/** Adds an authenticator app: a name for it, then its secret, then its first code. */
export function AddAppDialog({ taken, onClose, onAdded }: AddFactorProps) {
  const enroll = trpc.auth.mfa.enroll.useMutation()
  const unenroll = trpc.auth.mfa.unenroll.useMutation(unasked)
  const [enrolled, setEnrolled] = useState<EnrolledFactor>()

  const giveUp = () => {
    // What was never confirmed would only keep its name from being used; the server drops it later anyway.
    if (enrolled) unenroll.mutate({ factorId: enrolled.id })
    onClose()
  }

  return (
    <Modal title="Add authenticator app" onClose={giveUp}>
      {enrolled?.totp ? (
        <AppSetup factorId={enrolled.id} totp={enrolled.totp} onAdded={onAdded} onCancel={giveUp} />
      ) : (
        <Form
          schema={nameInput}
          defaultValues={{ friendlyName: freeName('Authenticator app', taken) }}
          onSubmit={async ({ friendlyName }) => setEnrolled(await enroll.mutateAsync({ friendlyName, factorType: 'totp' }))}
          onFailure={(error) => sayFailure('Not Added', error)}
        >
          {({ control, formState: { isSubmitting } }) => (
            <>
              <ModalBody className="flex flex-col gap-5">
                <p className="text-ink-muted">
                  Any app that shows six-digit codes will do, on your phone or your computer. Give it a name by which you will know it
                  again.
                </p>
                <TextField control={control} name="friendlyName" label="Name" autoComplete="off" required />
              </ModalBody>
              <ModalFooter>
                <Button variant="secondary" onClick={giveUp}>
                  Cancel
                </Button>
                <Button type="submit" busy={isSubmitting}>
                  Continue
                </Button>
              </ModalFooter>
            </>
          )}
        </Form>
      )}
    </Modal>
  )
}
