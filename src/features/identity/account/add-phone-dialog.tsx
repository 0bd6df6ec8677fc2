import { useState } from 'react'
import { type CodeChannel, CodeField, SendCode, useResendDelay } from '~/components/form/code-field'
import { Form } from '~/components/form/form'
import { FormFooter } from '~/components/form/form-dialog'
import { WaitNote, useWait } from '~/components/form/wait-note'
import { Modal, ModalBody } from '~/components/ui/modal'
import { type ListedFactor, enrollInput, verifyInput } from '~/contracts/identity/account'
import { trpc } from '~/trpc/client'
import { freeName, sayFailure, useConfirmFactor } from './account-section'
import * as z from 'zod'
import { TextField } from '~/components/form/text-field'
import { withoutProofDialog } from '~/trpc/proof-link'

interface PhoneSetupProps {
  factorId: string
  phone: string
  onAdded: () => void
  onCancel: () => void
}

const codeInput = verifyInput.pick({ code: true })

/** Sends the first code and takes it. */
function PhoneSetup({ factorId, phone, onAdded, onCancel }: PhoneSetupProps) {
  const [channel, setChannel] = useState<CodeChannel>('sms')
  const delay = useResendDelay()
  const wait = useWait()
  const confirm = useConfirmFactor(onAdded)
  const challenge = trpc.auth.mfa.challenge.useMutation({
    onSuccess: delay.start,
    onError: (error) => {
      wait.heed(error)
      sayFailure('Code not sent', error)
    },
  })
  const challengeId = challenge.data?.id

  return (
    <Form
      schema={codeInput}
      defaultValues={{ code: '' }}
      onSubmit={async ({ code }) => {
        if (challengeId !== undefined) await confirm(factorId, challengeId, code)
      }}
      onFailure={(error) => {
        wait.heed(error)
        sayFailure('Verification failed', error)
      }}
    >
      {({ control, formState: { isSubmitting } }) => (
        <>
          <ModalBody className="flex flex-col gap-5">
            <SendCode
              channel={channel}
              onChannel={setChannel}
              onSend={() => challenge.mutate({ factorId, channel })}
              sending={challenge.isPending}
              sent={challengeId !== undefined}
              delay={delay.seconds}
            />
            {challengeId !== undefined && (
              <CodeField control={control} name="code" label="Code" hint={`The six digits that we have sent to ${phone}.`} />
            )}
            <WaitNote until={wait.until} />
          </ModalBody>
          <FormFooter onCancel={onCancel} busy={isSubmitting} disabled={challengeId === undefined}>
            Verify
          </FormFooter>
        </>
      )}
    </Form>
  )
}

interface AddPhoneProps {
  taken: readonly ListedFactor[]
  onClose: () => void
  onAdded: () => void
}

const phoneInput = enrollInput
  .pick({ friendlyName: true, phone: true })
  .extend({ phone: enrollInput.shape.phone.unwrap().check(z.minLength(1, 'Phone number is required')) })

/** Name and number, then the first code. */
export function AddPhoneDialog({ taken, onClose, onAdded }: AddPhoneProps) {
  const enroll = trpc.auth.mfa.enroll.useMutation()
  const unenroll = trpc.auth.mfa.unenroll.useMutation(withoutProofDialog)
  const [added, setAdded] = useState<{ id: string; phone: string }>()

  const giveUp = () => {
    // An unconfirmed factor would block its name; the server drops it later anyway.
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
          onFailure={(error) => sayFailure('Not added', error)}
        >
          {({ control, formState: { isSubmitting } }) => (
            <>
              <ModalBody className="flex flex-col gap-5">
                <p className="text-ink-muted">We will send it a code each time you sign in, by text message or WhatsApp.</p>
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
              <FormFooter onCancel={giveUp} busy={isSubmitting}>
                Continue
              </FormFooter>
            </>
          )}
        </Form>
      )}
    </Modal>
  )
}
