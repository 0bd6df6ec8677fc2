import { useId, useState } from 'react'
import { ConfirmDialog } from '~/components/ui/confirm-dialog'
import { Icon } from '~/components/ui/icon'
import { formatDate } from '~/lib/date-text'
import { IconButton } from '~/components/ui/icon-button'
import { onDemand } from '~/components/ui/on-demand'
import type { ListedFactor } from '~/contracts/identity/account'
import { trpc } from '~/trpc/client'
import { AccountSection, SectionState, sayDone, sayFailure } from './account-section'
import { Button } from '~/components/ui/button'
import { RecoveryCodes, RecoveryCodesDialog } from './recovery-codes-dialog'

const AddAppDialog = onDemand(() => import('./add-app-dialog').then((module) => module.AddAppDialog))
const AddPhoneDialog = onDemand(() => import('./add-phone-dialog').then((module) => module.AddPhoneDialog))

interface FactorRowProps {
  factor: ListedFactor
  /** Removing it turns second factors off. */
  isLast: boolean
}

function FactorRow({ factor, isLast }: FactorRowProps) {
  const id = useId()
  const utils = trpc.useUtils()
  const [asking, setAsking] = useState(false)
  const { friendlyName, phone, createdAt } = factor
  const remove = trpc.auth.mfa.unenroll.useMutation({
    onSuccess: () => {
      sayDone(`${friendlyName} has been removed`)
      void utils.auth.mfa.invalidate()
      void utils.account.sessions.invalidate()
    },
    onError: (error) => sayFailure('Not removed', error),
    onSettled: () => setAsking(false),
  })

  return (
    <li aria-labelledby={id} className="flex items-center gap-4 py-4">
      <Icon name={phone === null ? 'smartphone' : 'message-square-text'} className="size-6 shrink-0 text-ink-subtle" />
      <div className="min-w-0 flex-1">
        <p id={id} className="font-medium wrap-anywhere text-ink">
          {friendlyName}
        </p>
        <p className="text-sm text-ink-muted tabular-nums">
          {phone === null ? 'Authenticator app' : `Phone ${phone}`}
          {createdAt && ` · Added ${formatDate(createdAt)}`}
        </p>
      </div>
      <IconButton label={`Remove ${friendlyName}`} onClick={() => setAsking(true)} className="text-ink-muted">
        <Icon name="trash-2" className="size-5" />
      </IconButton>
      {asking && (
        <ConfirmDialog
          title={`Remove ${friendlyName}?`}
          message={
            isLast
              ? 'It is your only second factor: you will sign in with your password alone, and your recovery codes will stop working. Other devices are signed out.'
              : 'You will no longer be able to sign in with it. Other devices are signed out.'
          }
          confirmLabel="Remove"
          cancelLabel="Keep it"
          busy={remove.isPending}
          onConfirm={() => remove.mutate({ factorId: factor.id })}
          onCancel={() => setAsking(false)}
        />
      )}
    </li>
  )
}

interface FactorsSectionProps {
  /** The first factor is confirmed, and the recovery codes were shown. */
  onEnrolled?: (() => void) | undefined
}

export function FactorsSection({ onEnrolled }: FactorsSectionProps) {
  const factors = trpc.auth.mfa.factors.useQuery()
  return (
    <AccountSection
      title="Two-step verification"
      lead="You also enter a code from an app or a message when you sign in, so a stolen password is not enough."
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
  /** New codes, shown once. */
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
          Off. You sign in with your password alone.
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
