import { useState } from 'react'
import { FormDialog } from '~/components/form/form-dialog'
import { EuroField } from '~/components/form/number-field'
import { failureToast } from '~/components/form/use-action'
import { Button } from '~/components/ui/button'
import { Modal, ModalBody, ModalFooter } from '~/components/ui/modal'
import { isOpenTransfer, useInShopInput, type CreditTransfer } from '~/contracts/credit/transfers'
import { transferFailureText, transferText } from '~/features/credit/transfer-text'
import { formatEuro } from '~/lib/money'
import { trpc } from '~/trpc/client'
import { useSubmission } from '~/trpc/use-submission'

const schema = useInShopInput.pick({ amount: true })

interface UseInShopDialogProps {
  /** EUR to move. */
  balance: number
  onClose: () => void
}

/** Moves credit to the shop, and shows the outcome. */
export function UseInShopDialog({ balance, onClose }: UseInShopDialogProps) {
  const [ids, setIds] = useState<readonly string[]>()
  return ids ? <Outcome ids={ids} onClose={onClose} /> : <Question balance={balance} onMoved={setIds} onClose={onClose} />
}

function Question({ balance, onMoved, onClose }: UseInShopDialogProps & { onMoved: (ids: string[]) => void }) {
  const submit = useSubmission()
  const utils = trpc.useUtils()
  const move = trpc.credit.useInShop.useMutation()
  return (
    <FormDialog
      title="Use in the shop"
      bodyClassName="flex flex-col gap-4 text-ink-muted"
      schema={schema}
      defaultValues={{ amount: '' }}
      onSubmit={async ({ amount }) => {
        const rows = await submit((idempotencyKey) => move.mutateAsync({ amount, idempotencyKey }))
        const known = utils.credit.transfers.getData()
        if (known) utils.credit.transfers.setData(undefined, { ...known, rows: [...rows, ...known.rows] })
        onMoved(rows.map(({ id }) => id))
        await utils.credit.invalidate()
      }}
      onFailure={failureToast('Store credit was not moved')}
      onClose={onClose}
      submitLabel="Move to the shop"
    >
      {({ control }) => (
        <>
          <p>
            The amount goes to the account at our shop with your email address, and you can spend it at the checkout. Credit that expires
            soonest goes first and keeps its date.
          </p>
          <p>You can take back here what you do not spend there.</p>
          <EuroField
            control={control}
            name="amount"
            label="Amount"
            min="0.01"
            required
            hint={`You have ${formatEuro(balance)} to spend.`}
          />
        </>
      )}
    </FormDialog>
  )
}

/** Follows the transfer while the dialog is open: the shop may answer later. */
function Outcome({ ids, onClose }: { ids: readonly string[]; onClose: () => void }) {
  const { data } = trpc.credit.transfers.useQuery()
  const rows = data?.rows.filter(({ id }) => ids.includes(id)).toReversed() ?? []
  return (
    <Modal title="Use in the shop" onClose={onClose}>
      <ModalBody>
        <div role="status">
          <ul className="flex flex-col gap-4">
            {rows.map((transfer) => (
              <li key={transfer.id}>
                <p className="font-medium text-ink">{outcomeOf(transfer)}</p>
                <p className="text-sm text-ink-muted">{detailOf(transfer)}</p>
              </li>
            ))}
          </ul>
        </div>
      </ModalBody>
      <ModalFooter>
        <Button onClick={onClose} data-autofocus>
          Done
        </Button>
      </ModalFooter>
    </Modal>
  )
}

function outcomeOf({ state, amount, carrier }: CreditTransfer): string {
  if (state === 'refused') return `${formatEuro(amount)} was not moved`
  if (isOpenTransfer(state)) return `${formatEuro(amount)} is being checked`
  return carrier === 'gift_card' ? `${formatEuro(amount)} is on a gift card` : `${formatEuro(amount)} is in your account at the shop`
}

function detailOf(transfer: CreditTransfer): string {
  if (isOpenTransfer(transfer.state))
    return 'The shop has not answered yet. The amount is held until we know what became of it, usually within a few minutes; nothing is moved twice.'
  return transferFailureText(transfer) ?? `${transferText(transfer)}.`
}
