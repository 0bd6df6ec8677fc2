import { Button } from '~/components/ui/button'
import { Modal, ModalBody, ModalFooter } from '~/components/ui/modal'
import { TAKE_BACK_MINUTES } from '~/contracts/cases/taking-back'
import type { PublicEstimate, PublicOffer } from '~/contracts/cases/tracking'
import { depositOf, whenAccepted } from '~/contracts/billing/when-to-pay'
import { formatEuro } from '~/lib/money'

interface AcceptDialogProps {
  quote: PublicEstimate | PublicOffer
  acceptedBefore: number | null
  depositPercent: number
  device: string
  busy: boolean
  onConfirm: () => void
  onCancel: () => void
}

const consequences = {
  estimate: (total: number, depositPercent: number) => [
    'We do the work of this estimate, and ask you again before anything beyond it.',
    whenAccepted({ euro: formatEuro }, { total, deposit: depositOf(total, depositPercent) }),
  ],
  offer: () => [
    'When the trade-in is complete, the machine is ours and the store credit is in your account.',
    'Store credit pays repairs and orders with us, and is never paid out in cash.',
  ],
} as const

/** Asks once before an acceptance counts. */
export function AcceptDialog({ quote, acceptedBefore, depositPercent, device, busy, onConfirm, onCancel }: AcceptDialogProps) {
  const { kind, number, total } = quote
  const sum = formatEuro(total)
  const inAll = acceptedBefore === null ? '' : ` With what you accepted before it comes to ${formatEuro(total + acceptedBefore)}.`
  return (
    <Modal title={`Accept ${kind} ${number}?`} onClose={busy ? () => undefined : onCancel}>
      <ModalBody className="flex flex-col gap-4">
        <p className="text-ink">
          {kind === 'estimate' ? (
            <>
              You agree to pay <strong className="text-lg tabular-nums">{sum}</strong> for this work on your {device}.{inAll}
            </>
          ) : (
            <>
              You trade in your {device} for <strong className="text-lg tabular-nums">{sum}</strong> of store credit.
            </>
          )}
        </p>
        <ul className="flex list-disc flex-col gap-1.5 pl-5 text-ink-muted">
          {consequences[kind](total, depositPercent).map((text) => (
            <li key={text}>{text}</li>
          ))}
          <li>You can take this back for {TAKE_BACK_MINUTES} minutes, unless we have begun by then.</li>
          <li>We send you a receipt by email.</li>
        </ul>
      </ModalBody>
      <ModalFooter>
        <Button variant="secondary" onClick={onCancel} disabled={busy} data-autofocus>
          Not yet
        </Button>
        <Button onClick={onConfirm} busy={busy}>
          Accept for {sum}
        </Button>
      </ModalFooter>
    </Modal>
  )
}
