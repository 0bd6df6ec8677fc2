import { useRef, useState } from 'react'
import { failureToast } from '~/components/form/use-action'
import { Badge } from '~/components/ui/badge'
import { Button } from '~/components/ui/button'
import { Card } from '~/components/ui/card'
import { ConfirmDialog } from '~/components/ui/confirm-dialog'
import { CopyText } from '~/components/ui/copy-text'
import { LoadFailure } from '~/components/ui/load-failure'
import { Modal, ModalBody, ModalFooter } from '~/components/ui/modal'
import { notifyError, notifySuccess } from '~/components/ui/notify'
import { isOpenTransfer, type CreditTransfer } from '~/contracts/credit/transfers'
import { returnable, takenBackText, transferFailureText, transferStateText, transferText } from '~/features/credit/transfer-text'
import { formatDate } from '~/lib/date-text'
import { formatEuro } from '~/lib/money'
import { trpc } from '~/trpc/client'
import { useSubmission } from '~/trpc/use-submission'
import { UseInShopDialog } from './use-in-shop-dialog'

/** Polling interval while a transfer is under way (ms). */
const LOOK_AGAIN_MS = 5_000

/** Transfers to the shop's checkout and back. Renders nothing if the shop takes no credit and holds none. */
export function ShopTransfers({ balance }: { balance: number }) {
  const [isMoving, setMoving] = useState(false)
  const transfers = trpc.credit.transfers.useQuery(undefined, {
    refetchInterval: ({ state }) => (state.data?.rows.some((row) => isOpenTransfer(row.state)) ? LOOK_AGAIN_MS : false),
  })
  if (transfers.isError && !transfers.data) {
    return <LoadFailure message="What you have in the shop could not be loaded" query={transfers} />
  }
  const { isOffered = false, rows = [] } = transfers.data ?? {}
  if (!isOffered && rows.length === 0) return null
  const isIdle = balance <= 0 || rows.some(({ state }) => isOpenTransfer(state))
  return (
    <section aria-labelledby="credit-shop">
      <div className="mb-3 flex flex-wrap items-center justify-between gap-3">
        <h2 id="credit-shop" className="text-lg font-semibold text-ink">
          In the shop
        </h2>
        {isOffered && (
          // Kept, so that it can get the focus back when nothing is left to move.
          <Button
            size="sm"
            aria-disabled={isIdle || undefined}
            className={isIdle ? 'cursor-not-allowed opacity-50' : undefined}
            onClick={() => setMoving(!isIdle)}
          >
            Use in the shop
          </Button>
        )}
      </div>
      <Card>
        {rows.length === 0 ? (
          <p className="text-sm text-ink-muted">
            Your credit also pays at the checkout of our shop: move an amount there, and take back what you do not need.
          </p>
        ) : (
          <ul aria-label="In the shop" className="-my-2 divide-y divide-line">
            {rows.map((row) => (
              <Transfer key={row.id} transfer={row} left={isOffered ? returnable(row, rows, new Date()) : 0} />
            ))}
          </ul>
        )}
      </Card>
      {isMoving && <UseInShopDialog balance={balance} onClose={() => setMoving(false)} />}
    </section>
  )
}

interface TransferProps {
  transfer: CreditTransfer
  /** EUR that can be taken back. */
  left: number
}

function Transfer({ transfer, left }: TransferProps) {
  const [open, setOpen] = useState<'back' | 'code'>()
  const { id, amount, takenBack, createdAt, direction, carrier, state } = transfer
  const { label, tone } = transferStateText(transfer)
  const failure = transferFailureText(transfer)
  const sum = formatEuro(amount)
  const isCard = direction === 'out' && carrier === 'gift_card' && state === 'done'
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 py-3 text-sm">
      <div className="min-w-48 flex-1">
        <p className="font-medium text-ink tabular-nums">{sum}</p>
        <p className="text-ink-muted">
          {transferText(transfer)} · {formatDate(createdAt)}
        </p>
        {takenBack > 0 && takenBack < amount && <p className="text-ink-muted">{formatEuro(takenBack)} of it taken back</p>}
        {failure && <p className="text-ink-muted">{failure}</p>}
      </div>
      <Badge tone={tone}>{label}</Badge>
      {isCard && (
        <Button variant="secondary" size="sm" aria-label={`Show the code of the gift card of ${sum}`} onClick={() => setOpen('code')}>
          Show code
        </Button>
      )}
      {left > 0 && (
        <Button variant="secondary" size="sm" aria-label={`Take back ${formatEuro(left)}`} onClick={() => setOpen('back')}>
          Take back
        </Button>
      )}
      {open === 'back' && <TakeBackDialog id={id} left={left} onClose={() => setOpen(undefined)} />}
      {open === 'code' && <CodeDialog id={id} sum={sum} onClose={() => setOpen(undefined)} />}
    </li>
  )
}

function TakeBackDialog({ id, left, onClose }: { id: string; left: number; onClose: () => void }) {
  const submit = useSubmission()
  const utils = trpc.useUtils()
  const takeBack = trpc.credit.takeBack.useMutation()
  const confirm = async () => {
    try {
      const answer = await submit((idempotencyKey) => takeBack.mutateAsync({ transferId: id, idempotencyKey }))
      if (answer.some(({ state }) => state === 'refused')) notifyError('Store credit was not taken back', undefined, takenBackText(answer))
      else notifySuccess(takenBackText(answer))
    } catch (error) {
      failureToast('Store credit was not taken back')(error)
    }
    onClose()
    await utils.credit.invalidate()
  }
  return (
    <ConfirmDialog
      title="Take back store credit?"
      message={`What is left of ${formatEuro(left)} in the shop comes back here, as the credit that it was. What you have spent there stays spent.`}
      confirmLabel="Take back"
      cancelLabel="Leave it there"
      variant="primary"
      busy={takeBack.isPending}
      onConfirm={() => void confirm()}
      onCancel={onClose}
    />
  )
}

/** The code is worth money: shown on request, stored nowhere. */
function CodeDialog({ id, sum, onClose }: { id: string; sum: string; onClose: () => void }) {
  const close = useRef<HTMLButtonElement>(null)
  const code = trpc.credit.giftCardCode.useMutation({
    // The pressed button disappears.
    onSuccess: () => close.current?.focus(),
    onError: failureToast('The code could not be shown'),
  })
  return (
    <Modal title={`Gift card of ${sum}`} onClose={onClose} className="max-w-md">
      <ModalBody className="flex flex-col gap-4 text-ink-muted">
        <p>Anyone with this code can spend what is on the card. Enter it at the checkout of our shop.</p>
        <div aria-live="polite" className="empty:hidden">
          {code.data && <CopyText text={code.data.code} label="Copy code" />}
        </div>
      </ModalBody>
      <ModalFooter>
        <Button ref={close} variant="secondary" onClick={onClose}>
          Close
        </Button>
        {!code.data && (
          <Button busy={code.isPending} onClick={() => code.mutate({ transferId: id })}>
            Show code
          </Button>
        )}
      </ModalFooter>
    </Modal>
  )
}
