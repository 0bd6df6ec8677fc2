import { TextField } from '~/components/form/text-field'
import { Button } from '~/components/ui/button'
import { type ListedFactor, recoverInput } from '~/contracts/identity/account'
import { useAuth } from '~/components/auth/auth-context'
import { announce } from '~/lib/auth-events'
import { trpc } from '~/trpc/client'
import { type ReactNode, useState } from 'react'
import { ChoiceGroup } from '~/components/form/choice-group'
import { AnyCodeForm, CodeForm, PhoneCode } from './code-form'

/** For a lost device. */
const RecoveryForm = ({ onCode }: { onCode: (code: string) => Promise<void> }) => (
  <AnyCodeForm schema={recoverInput} onCode={onCode}>
    {(control) => <TextField control={control} name="code" label="Recovery code" autoComplete="off" spellCheck={false} required />}
  </AnyCodeForm>
)

/**
 * The answer's tokens are for programs: this browser gets a new cookie.
 * @param onProven called with the new session read
 */
function useProveFactor(onProven?: () => void) {
  const { reload } = useAuth()
  const challenge = trpc.auth.mfa.challenge.useMutation()
  const verify = trpc.auth.mfa.verify.useMutation()
  const recoverSession = trpc.auth.mfa.recover.useMutation()

  const done = async () => {
    await reload()
    announce('MFA_CHALLENGE_VERIFIED')
    onProven?.()
  }

  const byPhone = async (factorId: string, challengeId: string, code: string) => {
    await verify.mutateAsync({ factorId, challengeId, code })
    await done()
  }

  return {
    byPhone,
    byApp: async (factorId: string, code: string) => byPhone(factorId, (await challenge.mutateAsync({ factorId })).id, code),
    recover: async (code: string) => {
      await recoverSession.mutateAsync({ code })
      await done()
    },
  }
}

interface FactorAnswerProps {
  /** Confirmed ones. */
  factors: readonly ListedFactor[]
  title: (words: string) => ReactNode
  reason: string
  onProven?: () => void
  children: ReactNode
}

const optionOf = ({ id, friendlyName, phone }: ListedFactor) => ({
  value: id,
  label: friendlyName,
  detail: phone ?? 'Authenticator app',
})

/** Takes a code of a second factor, or a recovery code. */
export function FactorAnswer({ factors, title, reason, onProven, children }: FactorAnswerProps) {
  const prove = useProveFactor(onProven)
  const [chosenId, choose] = useState<string>()
  const [recovering, setRecovering] = useState(false)
  const chosen = factors.find(({ id }) => id === chosenId) ?? factors[0]

  return (
    <>
      {title(recovering ? 'Enter one of the recovery codes that you saved. Each works once.' : reason)}
      {recovering && <RecoveryForm onCode={prove.recover} />}
      {!recovering && factors.length > 1 && chosen && (
        <ChoiceGroup legend="Confirm with" options={factors.map(optionOf)} value={chosen.id} onChange={choose} />
      )}
      {!recovering && chosen?.factorType === 'totp' && (
        <CodeForm
          key={chosen.id}
          hint={`The six digits that your authenticator app shows for ‘${chosen.friendlyName}’.`}
          onCode={(code) => prove.byApp(chosen.id, code)}
        />
      )}
      {!recovering && chosen?.factorType === 'phone' && <PhoneCode key={chosen.id} factor={chosen} onCode={prove.byPhone} />}
      <div className="flex flex-wrap justify-between gap-2 border-t border-line pt-3">
        <Button variant="ghost" size="sm" onClick={() => setRecovering(!recovering)}>
          {recovering ? 'Use a code from my device' : 'Use a recovery code'}
        </Button>
        {children}
      </div>
    </>
  )
}
