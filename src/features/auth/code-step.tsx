import { useState } from 'react'
import { useSignOut } from '~/components/auth/use-sign-out'
import { ChoiceGroup } from '~/components/form/choice-group'
import { serverMessage } from '~/components/form/server-errors'
import { Button } from '~/components/ui/button'
import { LoadFailure } from '~/components/ui/load-failure'
import { Skeleton } from '~/components/ui/skeleton'
import type { ListedFactor } from '~/contracts/account'
import { trpc } from '~/trpc/client'
import { CodeForm } from './code-form'
import { PhoneCode } from './phone-code'
import { RecoveryForm } from './recovery-form'
import { StepTitle } from './step-title'
import { useProveFactor } from './use-prove-factor'

const optionOf = ({ id, friendlyName, phone }: ListedFactor) => ({
  value: id,
  label: friendlyName,
  detail: phone ?? 'Authenticator app',
})

/** The step after the password, while the account's second factor is still to be proven (spec §6). */
export function CodeStep() {
  const factors = trpc.auth.mfa.factors.useQuery()
  const { busy: leaving, signOut } = useSignOut()
  const prove = useProveFactor()
  const [chosenId, choose] = useState<string>()
  const [recovering, setRecovering] = useState(false)
  const verified = (factors.data ?? []).filter(({ status }) => status === 'verified')
  const chosen = verified.find(({ id }) => id === chosenId) ?? verified[0]

  return (
    <div className="flex flex-col gap-5">
      <StepTitle title="Two-step verification">
        {recovering ? 'Enter one of the recovery codes that you kept. Each works once.' : 'Your account asks for a code as well.'}
      </StepTitle>
      {factors.isError && !factors.data && (
        <LoadFailure
          message="Your second factors could not be loaded"
          reason={serverMessage(factors.error)}
          onRetry={() => void factors.refetch()}
          retrying={factors.isFetching}
        />
      )}
      {factors.isPending && <Skeleton className="h-28 w-full" />}
      {recovering && <RecoveryForm onCode={prove.recover} />}
      {!recovering && verified.length > 1 && chosen && (
        <ChoiceGroup legend="Confirm with" options={verified.map(optionOf)} value={chosen.id} onChange={choose} />
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
        <Button variant="ghost" size="sm" onClick={signOut} busy={leaving}>
          Cancel
        </Button>
      </div>
    </div>
  )
}
