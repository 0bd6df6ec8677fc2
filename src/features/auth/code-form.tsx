import { type CodeChannel, CodeField, SendCode, useResendDelay } from '~/components/form/code-field'
import { Form } from '~/components/form/form'
import { WaitNote, useWait } from '~/components/form/wait-note'
import { Button } from '~/components/ui/button'
import { type ListedFactor, verifyInput } from '~/contracts/account'
import { sayFailure } from './auth-messages'
import { useState } from 'react'
import { trpc } from '~/trpc/client'

interface CodeFormProps {
  hint: string
  onCode: (code: string) => Promise<void>
}

const codeInput = verifyInput.pick({ code: true })

/** Takes the six digits. */
export function CodeForm({ hint, onCode }: CodeFormProps) {
  const wait = useWait()
  return (
    <Form
      schema={codeInput}
      defaultValues={{ code: '' }}
      onSubmit={({ code }) => onCode(code)}
      onFailure={(error) => {
        wait.heed(error)
        sayFailure('Verification Failed', error)
      }}
      className="flex flex-col gap-5"
    >
      {({ control, formState: { isSubmitting } }) => (
        <>
          <CodeField control={control} name="code" label="Code" hint={hint} />
          <WaitNote until={wait.until} />
          <Button type="submit" busy={isSubmitting} className="w-full">
            {isSubmitting ? 'Verifying...' : 'Verify'}
          </Button>
        </>
      )}
    </Form>
  )
}

interface PhoneCodeProps {
  factor: ListedFactor
  onCode: (factorId: string, challengeId: string, code: string) => Promise<void>
}

/** Sends a code to the account's phone, then takes it. Nothing is sent before it is asked for. */
export function PhoneCode({ factor, onCode }: PhoneCodeProps) {
  const [channel, setChannel] = useState<CodeChannel>('sms')
  const delay = useResendDelay()
  const wait = useWait()
  const challenge = trpc.auth.mfa.challenge.useMutation({
    onSuccess: delay.start,
    onError: (error) => {
      wait.heed(error)
      sayFailure('Code Not Sent', error)
    },
  })
  const challengeId = challenge.data?.id

  return (
    <>
      <SendCode
        channel={channel}
        onChannel={setChannel}
        onSend={() => challenge.mutate({ factorId: factor.id, channel })}
        sending={challenge.isPending}
        sent={challengeId !== undefined}
        delay={delay.seconds}
      />
      <WaitNote until={wait.until} />
      {challengeId !== undefined && (
        <CodeForm
          key={challengeId}
          hint={`The six digits that we have sent to ${factor.phone ?? 'your phone'}.`}
          onCode={(code) => onCode(factor.id, challengeId, code)}
        />
      )}
    </>
  )
}
