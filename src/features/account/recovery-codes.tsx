import { useState } from 'react'
import { Button } from '~/components/ui/button'
import { ConfirmDialog } from '~/components/ui/confirm-dialog'
import { trpc } from '~/trpc/client'
import { sayFailure } from './account-messages'

/** With so few left it is time for new ones. */
const FEW = 3

/** How many recovery codes are left, and the way to new ones. */
export function RecoveryCodes({ onRenew }: { onRenew: () => Promise<unknown> }) {
  const { data } = trpc.auth.mfa.recoveryCodesLeft.useQuery()
  const [asking, setAsking] = useState(false)
  const [busy, setBusy] = useState(false)

  const renew = async () => {
    setBusy(true)
    try {
      await onRenew()
    } catch (error) {
      sayFailure('No New Codes', error)
    }
    setBusy(false)
    setAsking(false)
  }

  return (
    <div className="mt-6 flex flex-wrap items-center justify-between gap-3 border-t border-line pt-5">
      <div>
        <h3 className="font-medium text-ink">Recovery codes</h3>
        <p className="text-sm text-ink-muted">
          {data === undefined ? 'For when your device is lost.' : `${data.left} left, for when your device is lost.`}
          {data !== undefined && data.left <= FEW && ' Make new ones soon.'}
        </p>
      </div>
      <Button variant="secondary" size="sm" onClick={() => setAsking(true)}>
        New recovery codes
      </Button>
      {asking && (
        <ConfirmDialog
          title="Make new recovery codes?"
          message="You get ten new codes. The ones you have now will no longer count."
          confirmLabel="Make new codes"
          cancelLabel="Cancel"
          variant="primary"
          busy={busy}
          onConfirm={() => void renew()}
          onCancel={() => setAsking(false)}
        />
      )}
    </div>
  )
}
