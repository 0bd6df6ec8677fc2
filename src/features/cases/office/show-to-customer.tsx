import { Toggle } from '~/components/ui/toggle'
import type { CaseFile } from '~/contracts/cases/files'

interface ShowToCustomerProps {
  file: CaseFile
  onShare: (isShared: boolean) => void
  isBusy: boolean
}

/** Whether the customer sees a picture: their own and those of an offer always, any other where the desk shows it. */
export function ShowToCustomer({ file: { name, visibility }, onShare, isBusy }: ShowToCustomerProps) {
  const row = 'flex min-h-10 items-center justify-between gap-2 border-t border-line px-2.5 py-1.5 text-xs text-ink-muted'
  if (visibility === 'customer') return <p className={row}>Sent by the customer</p>
  if (visibility === 'former') return <p className={row}>Sent by the former customer, not shown to this one</p>
  if (visibility === 'offer') return <p className={row}>Customer sees it with the offer</p>
  return (
    <div className={row}>
      <span aria-hidden="true">Show to customer</span>
      <Toggle aria-label={`Show to customer: ${name}`} checked={visibility === 'shared'} onChange={onShare} disabled={isBusy} />
    </div>
  )
}
