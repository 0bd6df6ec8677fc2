import { useState } from 'react'
import { CodeField } from '~/components/form/code-field'
import { Form } from '~/components/form/form'
import { SendCode, type CodeChannel } from '~/components/form/send-code'
import { useResendDelay } from '~/components/form/use-resend-delay'
import { useWait } from '~/components/form/use-wait'
import { WaitNote } from '~/components/form/wait-note'
import { Button } from '~/components/ui/button'
import { ModalBody, ModalFooter } from '~/components/ui/modal'
import { verifyInput } from '~/contracts/account'
import { trpc } from '~/trpc/client'
import { sayFailure } from './account-messages'
import { useConfirmFactor } from './use-confirm-factor'

interface PhoneSetupProps {
  factorId: string
  phone: string
  onAdded: () => void
  onCancel: () => void
}

const codeInput = verifyInput.pick({ code: true })

/** Sends the first code to a new phone and takes it. */
export function PhoneSetup({ factorId, phone, onAdded, onCancel }: PhoneSetupProps) {
  const [channel, setChannel] = useState<CodeChannel>('sms')
  const delay = useResendDelay()
  const wait = useWait()
  const confirm = useConfirmFactor(onAdded)
  const challenge = trpc.auth.mfa.challenge.useMutation({
    onSuccess: delay.start,
    onError: (error) => {
      wait.heed(error)
      sayFailure('Code Not Sent', error)
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
        sayFailure('Verification Failed', error)
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
          <ModalFooter>
            <Button variant="secondary" onClick={onCancel}>
              Cancel
            </Button>
            <Button type="submit" busy={isSubmitting} disabled={challengeId === undefined}>
              Verify
            </Button>
          </ModalFooter>
        </>
      )}
    </Form>
  )
}
