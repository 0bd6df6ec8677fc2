import { useId, useState } from 'react'
import { ConfirmDialog } from '~/components/ui/confirm-dialog'
import { Icon } from '~/components/ui/icon'
import { IconButton } from '~/components/ui/icon-button'
import type { ListedFactor } from '~/contracts/account'
import { trpc } from '~/trpc/client'
import { sayDone, sayFailure } from './account-messages'

const added = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium' })

interface FactorRowProps {
  factor: ListedFactor
  /** Without it the account is no longer asked for a code. */
  isLast: boolean
}

/** One second factor, and the way to remove it. */
export function FactorRow({ factor, isLast }: FactorRowProps) {
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
    onError: (error) => sayFailure('Not Removed', error),
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
          {createdAt && ` · Added ${added.format(createdAt)}`}
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
              ? 'It is your only second factor: your password alone will sign you in, and your recovery codes will no longer count. Other devices are signed out.'
              : 'It will no longer be accepted at the sign-in. Other devices are signed out.'
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
