import { type CodeChannel, CodeField, SendCode, useResendDelay } from '~/components/form/code-field'
import { Form } from '~/components/form/form'
import { WaitNote, useWait } from '~/components/form/wait-note'
import { Button } from '~/components/ui/button'
import { type ListedFactor, verifyInput } from '~/contracts/identity/account'
import { sayFailure } from './auth-messages'
import { useState, type ReactNode } from 'react'
import type { Control } from 'react-hook-form'
import type * as z from 'zod'
import { trpc } from '~/trpc/client'

type Draft = z.input<typeof codeInput>
type Values = z.output<typeof codeInput>

interface AnyCodeFormProps {
  schema: z.ZodType<Values, Draft>
  onCode: (code: string) => Promise<void>
  /** Renders the field. */
  children: (control: Control<Draft, unknown, Values>) => ReactNode
}

/** For codes of any kind. */
export function AnyCodeForm({ schema, onCode, children }: AnyCodeFormProps) {
  const wait = useWait()
  return (
    <Form
      schema={schema}
      defaultValues={{ code: '' }}
      onSubmit={({ code }) => onCode(code)}
      onFailure={(error) => {
        wait.heed(error)
        sayFailure('Verification failed', error)
      }}
      className="flex flex-col gap-5"
    >
      {({ control, formState: { isSubmitting } }) => (
        <>
          {children(control)}
          <WaitNote until={wait.until} />
          <Button type="submit" busy={isSubmitting} className="w-full">
            {isSubmitting ? 'Verifying...' : 'Verify'}
          </Button>
        </>
      )}
    </Form>
  )
}

const codeInput = verifyInput.pick({ code: true })

interface CodeFormProps {
  hint: string
  onCode: (code: string) => Promise<void>
}

/** Six digits. */
export const CodeForm = ({ hint, onCode }: CodeFormProps) => (
  <AnyCodeForm schema={codeInput} onCode={onCode}>
    {(control) => <CodeField control={control} name="code" label="Code" hint={hint} />}
  </AnyCodeForm>
)

interface PhoneCodeProps {
  factor: ListedFactor
  onCode: (factorId: string, challengeId: string, code: string) => Promise<void>
}

/** Sends a code to the phone on request, then takes it. */
export function PhoneCode({ factor, onCode }: PhoneCodeProps) {
  const [channel, setChannel] = useState<CodeChannel>('sms')
  const delay = useResendDelay()
  const wait = useWait()
  const challenge = trpc.auth.mfa.challenge.useMutation({
    onSuccess: delay.start,
    onError: (error) => {
      wait.heed(error)
      sayFailure('Code not sent', error)
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
