import { useState, type ReactNode } from 'react'
import { ChoiceGroup } from '~/components/form/choice-group'
import { Button } from '~/components/ui/button'
import type { ListedFactor } from '~/contracts/account'
import { CodeForm } from './code-form'
import { PhoneCode } from './phone-code'
import { RecoveryForm } from './recovery-form'
import { useProveFactor } from './use-prove-factor'

interface FactorAnswerProps {
  /** Those that count. */
  factors: readonly ListedFactor[]
  /** Says what is asked for. */
  title: (words: string) => ReactNode
  /** Why a code is asked for. */
  reason: string
  onProven?: () => void
  /** Stands beside the way to a recovery code. */
  children: ReactNode
}

const optionOf = ({ id, friendlyName, phone }: ListedFactor) => ({
  value: id,
  label: friendlyName,
  detail: phone ?? 'Authenticator app',
})

/** Takes a code of one of the account's second factors, or one of its recovery codes. */
export function FactorAnswer({ factors, title, reason, onProven, children }: FactorAnswerProps) {
  const prove = useProveFactor(onProven)
  const [chosenId, choose] = useState<string>()
  const [recovering, setRecovering] = useState(false)
  const chosen = factors.find(({ id }) => id === chosenId) ?? factors[0]

  return (
    <>
      {title(recovering ? 'Enter one of the recovery codes that you kept. Each works once.' : reason)}
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
