import { useState } from 'react'
import { DateText } from '~/components/admin-list/cells'
import { serverMessage } from '~/components/form/server-errors'
import { Badge } from '~/components/ui/badge'
import { Button } from '~/components/ui/button'
import { ConfirmDialog } from '~/components/ui/confirm-dialog'
import { LoadFailure } from '~/components/ui/load-failure'
import { notifyError, notifySuccess } from '~/components/ui/notify'
import { isOpenTransfer, type CreditTransfer } from '~/contracts/credit/transfers'
import { returnable, takenBackText, transferFailureText, transferStateText, transferText } from '~/features/credit/transfer-text'
import { formatEuro } from '~/lib/money'
import { trpc } from '~/trpc/client'
import { useSubmission } from '~/trpc/use-submission'

/** While something is under way the list is read anew so often (ms). */
const LOOK_AGAIN_MS = 5_000

/** A customer's credit at the shop's checkout, with the way back; empty where there never was any. */
export function AccountTransfers({ accountId }: { accountId: string }) {
  const [asked, setAsked] = useState<CreditTransfer>()
  const submit = useSubmission()
  const utils = trpc.useUtils()
  const transfers = trpc.credit.transfersOf.useQuery(
    { accountId },
    { refetchInterval: ({ state }) => (state.data?.rows.some((row) => isOpenTransfer(row.state)) ? LOOK_AGAIN_MS : false) },
  )
  const takeBack = trpc.credit.takeBackFor.useMutation()
  if (transfers.isError && !transfers.data) {
    return <LoadFailure message="What is in the shop could not be loaded" query={transfers} />
  }
  const { isOffered = false, rows = [] } = transfers.data ?? {}
  if (rows.length === 0) return null
  const confirm = async ({ id }: CreditTransfer) => {
    try {
      const answer = await submit((idempotencyKey) => takeBack.mutateAsync({ transferId: id, idempotencyKey }))
      if (answer.some(({ state }) => state === 'refused')) notifyError('Store credit was not taken back', undefined, takenBackText(answer))
      else notifySuccess(takenBackText(answer))
    } catch (error) {
      notifyError('Store credit was not taken back', error, serverMessage(error))
    }
    setAsked(undefined)
    await utils.credit.invalidate()
  }
  return (
    <section aria-labelledby={`transfers-${accountId}`}>
      <h3 id={`transfers-${accountId}`} className="text-sm font-semibold text-ink">
        In the shop
      </h3>
      <ul aria-label="In the shop" className="divide-y divide-line">
        {rows.map((row) => {
          const { label, tone } = transferStateText(row)
          const left = isOffered ? returnable(row, rows, new Date()) : 0
          return (
            <li key={row.id} className="flex flex-wrap items-center gap-x-4 gap-y-2 py-2.5 text-sm">
              <div className="min-w-48 flex-1">
                <p className="font-medium text-ink tabular-nums">{formatEuro(row.amount)}</p>
                <p className="text-ink-muted">
                  {transferText(row)} · <DateText at={row.createdAt} />
                </p>
                {row.takenBack > 0 && row.takenBack < row.amount && (
                  <p className="text-ink-muted">{formatEuro(row.takenBack)} of it taken back</p>
                )}
                <p className="text-ink-muted empty:hidden">{transferFailureText(row)}</p>
              </div>
              <Badge tone={tone}>{label}</Badge>
              {left > 0 && (
                <Button variant="secondary" size="sm" aria-label={`Take back ${formatEuro(left)}`} onClick={() => setAsked(row)}>
                  Take back
                </Button>
              )}
            </li>
          )
        })}
      </ul>
      {asked && (
        <ConfirmDialog
          title="Take back store credit?"
          message="What is left of it in the shop becomes the customer's credit here again. What they have spent there stays spent."
          confirmLabel="Take back"
          cancelLabel="Leave it there"
          variant="primary"
          busy={takeBack.isPending}
          onConfirm={() => void confirm(asked)}
          onCancel={() => setAsked(undefined)}
        />
      )}
    </section>
  )
}
