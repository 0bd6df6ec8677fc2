import { useState } from 'react'
import { Button } from '~/components/ui/button'
import { Icon } from '~/components/ui/icon'
import type { ListedFactor } from '~/contracts/account'
import { trpc } from '~/trpc/client'
import { AccountSection } from './account-section'
import { AddAppDialog } from './add-app-dialog'
import { AddPhoneDialog } from './add-phone-dialog'
import { FactorRow } from './factor-row'
import { RecoveryCodes } from './recovery-codes'
import { RecoveryCodesDialog } from './recovery-codes-dialog'
import { SectionState } from './section-state'

interface FactorsSectionProps {
  /** The first factor counts, and its owner has seen the recovery codes. */
  onEnrolled?: (() => void) | undefined
}

/** The account's second factors and its recovery codes. */
export function FactorsSection({ onEnrolled }: FactorsSectionProps) {
  const factors = trpc.auth.mfa.factors.useQuery()
  return (
    <AccountSection
      title="Two-step verification"
      lead="Signing in then asks for a code as well, from an app or a message: a stolen password alone opens nothing."
    >
      {factors.data ? (
        <Factors factors={factors.data} onEnrolled={onEnrolled} />
      ) : (
        <SectionState query={factors} failure="Your second factors could not be loaded" />
      )}
    </AccountSection>
  )
}

function Factors({ factors, onEnrolled }: { factors: ListedFactor[] } & FactorsSectionProps) {
  const [adding, setAdding] = useState<'app' | 'phone'>()
  /** The codes that have just been made, which are shown this once. */
  const [codes, setCodes] = useState<string[]>()
  const utils = trpc.useUtils()
  const verified = factors.filter(({ status }) => status === 'verified')
  const isFirst = verified.length === 0

  const makeCodes = trpc.auth.mfa.recoveryCodes.useMutation({
    onSuccess: (made) => {
      setCodes(made.codes)
      void utils.auth.mfa.recoveryCodesLeft.invalidate()
    },
  })

  const keptCodes = () => {
    setCodes(undefined)
    onEnrolled?.()
  }
  const close = () => {
    setAdding(undefined)
    void utils.auth.mfa.factors.invalidate()
  }
  const added = () => {
    close()
    void utils.account.sessions.invalidate()
    if (isFirst) makeCodes.mutate()
  }

  return (
    <>
      {verified.length === 0 ? (
        <p className="flex items-center gap-3 text-ink-muted">
          <Icon name="key-round" className="size-6 shrink-0 text-ink-subtle" />
          Off. Your password alone signs you in.
        </p>
      ) : (
        <ul aria-label="Second factors" className="-my-2 divide-y divide-line">
          {verified.map((factor) => (
            <FactorRow key={factor.id} factor={factor} isLast={verified.length === 1} />
          ))}
        </ul>
      )}
      <div className="mt-5 flex flex-wrap gap-2">
        <Button variant="secondary" size="sm" onClick={() => setAdding('app')}>
          <Icon name="plus" className="size-4" />
          Add authenticator app
        </Button>
        <Button variant="secondary" size="sm" onClick={() => setAdding('phone')}>
          <Icon name="plus" className="size-4" />
          Add phone number
        </Button>
      </div>
      {!isFirst && <RecoveryCodes onRenew={makeCodes.mutateAsync} />}
      {adding === 'app' && <AddAppDialog taken={factors} onClose={close} onAdded={added} />}
      {adding === 'phone' && <AddPhoneDialog taken={factors} onClose={close} onAdded={added} />}
      {codes && <RecoveryCodesDialog codes={codes} onClose={keptCodes} />}
    </>
  )
}
