import { useState } from 'react'
import * as z from 'zod'
import { Form } from '~/components/form/form'
import { TextField } from '~/components/form/text-field'
import { Button } from '~/components/ui/button'
import { Modal, ModalBody, ModalFooter } from '~/components/ui/modal'
import { enrollInput, type ListedFactor } from '~/contracts/account'
import { trpc } from '~/trpc/client'
import { unasked } from '~/trpc/proof-link'
import { sayFailure } from './account-messages'
import { freeName } from './factor-names'
import { PhoneSetup } from './phone-setup'

interface AddPhoneProps {
  taken: readonly ListedFactor[]
  onClose: () => void
  /** The new factor has been proven. */
  onAdded: () => void
}

const phoneInput = enrollInput
  .pick({ friendlyName: true, phone: true })
  .extend({ phone: enrollInput.shape.phone.unwrap().check(z.minLength(1, 'Phone number is required')) })

/** Adds a phone that is sent codes: a name and the number, then the first code. */
export function AddPhoneDialog({ taken, onClose, onAdded }: AddPhoneProps) {
  const enroll = trpc.auth.mfa.enroll.useMutation()
  const unenroll = trpc.auth.mfa.unenroll.useMutation(unasked)
  const [added, setAdded] = useState<{ id: string; phone: string }>()

  const giveUp = () => {
    // What was never confirmed would only keep its name from being used; the server drops it later anyway.
    if (added) unenroll.mutate({ factorId: added.id })
    onClose()
  }

  return (
    <Modal title="Add phone number" onClose={giveUp}>
      {added ? (
        <PhoneSetup factorId={added.id} phone={added.phone} onAdded={onAdded} onCancel={giveUp} />
      ) : (
        <Form
          schema={phoneInput}
          defaultValues={{ friendlyName: freeName('Phone', taken), phone: '' }}
          onSubmit={async ({ friendlyName, phone }) => {
            const { id } = await enroll.mutateAsync({ friendlyName, factorType: 'phone', phone })
            setAdded({ id, phone })
          }}
          onFailure={(error) => sayFailure('Not Added', error)}
        >
          {({ control, formState: { isSubmitting } }) => (
            <>
              <ModalBody className="flex flex-col gap-5">
                <p className="text-ink-muted">We will send a code to it at each sign-in, by text message or WhatsApp.</p>
                <TextField control={control} name="friendlyName" label="Name" autoComplete="off" required />
                <TextField
                  control={control}
                  name="phone"
                  label="Phone number"
                  type="tel"
                  inputMode="tel"
                  autoComplete="tel"
                  hint="With its country code, for example +44 7700 900123"
                  required
                />
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
