import { useState } from 'react'
import { SendCode, type CodeChannel } from '~/components/form/send-code'
import { useResendDelay } from '~/components/form/use-resend-delay'
import { useWait } from '~/components/form/use-wait'
import { WaitNote } from '~/components/form/wait-note'
import type { ListedFactor } from '~/contracts/account'
import { trpc } from '~/trpc/client'
import { sayFailure } from './auth-messages'
import { CodeForm } from './code-form'

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
