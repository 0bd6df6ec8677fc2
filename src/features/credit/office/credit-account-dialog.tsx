import { ForWriters } from '~/components/admin-list/for-writers'
import { ShieldCheck } from '~/components/icons/lucide'
import { useState } from 'react'
import { failureToast } from '~/components/form/use-action'
import { MoreButton } from '~/components/ui/more-button'
import { DateText } from '~/components/admin-list/cells'
import { Button } from '~/components/ui/button'
import { EntryTable } from '~/components/ui/entry-table'
import { LoadFailure } from '~/components/ui/load-failure'
import { Modal, ModalBody, ModalFooter } from '~/components/ui/modal'
import { Skeleton } from '~/components/ui/loading'
import type { CreditAccount, CreditEntry, CreditVerification } from '~/contracts/credit/accounts'
import { addedTo, causeText, creditEntryLabels, creditKindLabels } from '~/contracts/credit/credit-texts'
import { formatEuro } from '~/lib/money'
import { trpc } from '~/trpc/client'
import { AdjustCreditForm } from './adjust-credit-form'
import { Badge } from '~/components/ui/badge'
import { ConfirmDialog } from '~/components/ui/confirm-dialog'
import { notifyError, notifySuccess } from '~/components/ui/notify'
import { isOpenTransfer, type CreditTransfer } from '~/contracts/credit/transfers'
import { returnable, takenBackText, transferFailureText, transferStateText, transferText } from '~/features/credit/transfer-text'
import { useSubmission } from '~/trpc/use-submission'

/** Polling interval while a transfer is under way (ms). */
const LOOK_AGAIN_MS = 5_000

/** Renders nothing without transfers. */
function AccountTransfers({ accountId }: { accountId: string }) {
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
      failureToast('Store credit was not taken back')(error)
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

const signed = (amount: number) => (amount === 0 ? '' : `${amount > 0 ? '+' : '−'}${formatEuro(Math.abs(amount))}`)

const columns = [
  { header: 'Date', cell: ({ at }: CreditEntry) => <DateText at={at} /> },
  {
    header: 'Entry',
    cell: (entry: CreditEntry) => (
      <>
        <span className="block font-medium">{creditEntryLabels[entry.kind]}</span>
        <span className="block text-ink-muted">{creditKindLabels[entry.lotKind]} credit</span>
      </>
    ),
  },
  {
    header: 'Cause',
    cell: (entry: CreditEntry) => (
      <>
        <span className="block wrap-anywhere @xl:min-w-48">{causeText(entry)}</span>
        <span className="block wrap-anywhere text-ink-muted">{entry.actorEmail ?? 'System'}</span>
      </>
    ),
  },
  { header: 'Available', align: 'end' as const, cell: (entry: CreditEntry) => signed(addedTo('available', entry)) },
  { header: 'Held', align: 'end' as const, cell: (entry: CreditEntry) => signed(addedTo('held', entry)) },
]

interface CreditAccountDialogProps {
  account: CreditAccount
  onClose: () => void
}

/** Every entry, the check of their chain, and adjustments. */
export function CreditAccountDialog({ account, onClose }: CreditAccountDialogProps) {
  const { id, userId, email, balance, held, hasUser } = account
  const [adjusting, setAdjusting] = useState(false)
  const entries = trpc.credit.entries.useInfiniteQuery({ accountId: id }, { getNextPageParam: ({ nextCursor }) => nextCursor })
  const verification = trpc.credit.verify.useQuery({ accountId: id }, { enabled: false, gcTime: 0 })
  const rows = entries.data?.pages.flatMap((page) => page.rows) ?? []
  if (adjusting) return <AdjustCreditForm userId={userId} who={email ?? 'this customer'} onClose={() => setAdjusting(false)} />
  return (
    <Modal title={`Store credit of ${email ?? 'a deleted account'}`} onClose={onClose} className="max-w-3xl">
      <ModalBody className="flex flex-col gap-5">
        <dl className="flex flex-wrap gap-x-10 gap-y-2">
          {[
            ['Available', balance],
            ['Held', held],
          ].map(([label, amount]) => (
            <div key={label}>
              <dt className="text-xs font-medium text-ink-muted">{label}</dt>
              <dd className="text-lg font-semibold text-ink tabular-nums">{formatEuro(Number(amount))}</dd>
            </div>
          ))}
        </dl>
        {verification.data && <Verification result={verification.data} />}
        {verification.isError && <LoadFailure message="The entries could not be checked" query={verification} />}
        <AccountTransfers accountId={id} />
        {entries.isError ? (
          <LoadFailure message="Failed to fetch entries" query={entries} />
        ) : entries.isPending ? (
          <Skeleton className="h-48" />
        ) : rows.length === 0 ? (
          <p className="text-ink-muted">No entries yet</p>
        ) : (
          <EntryTable label="Entries" columns={columns} rows={rows} rowId={(entry) => entry.id} />
        )}
        <MoreButton query={entries} className="self-center">
          Show earlier entries
        </MoreButton>
      </ModalBody>
      <ModalFooter>
        <Button variant="secondary" busy={verification.isFetching} onClick={() => void verification.refetch()}>
          <ShieldCheck className="size-4" aria-hidden="true" />
          Check entries
        </Button>
        {hasUser && (
          <ForWriters of="credit">
            <Button onClick={() => setAdjusting(true)}>Add or take away</Button>
          </ForWriters>
        )}
      </ModalFooter>
    </Modal>
  )
}

function Verification({ result: { entries, faults } }: { result: CreditVerification }) {
  const [fault] = faults
  return (
    <p
      role="status"
      className={
        fault
          ? 'rounded-lg border border-danger-line bg-danger-soft px-4 py-3 text-sm text-danger-ink'
          : 'rounded-lg border border-line bg-surface-muted px-4 py-3 text-sm text-ink'
      }
    >
      {fault
        ? `Entry ${fault.number} is the first that is wrong: ${fault.message}`
        : `All ${entries.toLocaleString('en-GB')} entries are as they were written, and their sum is the balance.`}
    </p>
  )
}
