import { OfficeButton } from '~/components/admin-list/office-link'
import { TriangleAlert } from '~/components/icons/lucide'
import { adminPaths, customerPage } from '~/components/layouts/admin-nav'
import { Button } from '~/components/ui/button'
import { notifyError, notifySuccess } from '~/components/ui/notify'
import { failureToast } from '~/components/form/use-action'
import { billedId, missingTexts, type InvoiceRow, type Missing } from '~/contracts/billing/invoices'
import { foundPageOf } from '~/lib/records'
import { trpc } from '~/trpc/client'

type Waiting = Pick<InvoiceRow, 'id' | 'kind' | 'state' | 'waitsFor' | 'userId' | 'noun' | 'nounId' | 'nounNumber'>

/** Where the missing detail can be entered. */
function placeOf(missing: Missing, { userId, noun, nounId, nounNumber }: Waiting): { href: string; label: string } | null {
  const work = noun !== null && nounId !== null && nounNumber !== null && foundPageOf({ noun, id: nounId, title: nounNumber, detail: '' })
  switch (missing) {
    case 'address':
      return userId === null ? null : { href: `${customerPage(userId)}#billing`, label: 'Add the billing address' }
    case 'exchange_rate':
      return { href: `${adminPaths.money}?tab=settings`, label: 'Enter the exchange rate' }
    case 'customer':
      return work ? { href: work, label: `Choose the customer of ${nounNumber}` } : null
    case 'amount':
      return work ? { href: work, label: `Open ${nounNumber}` } : null
    case 'approval':
      return { href: adminPaths.approvals, label: 'Open the approvals' }
    case 'vat_rate':
      return null
  }
}

/** Names what a document waits for, with a link; renders nothing otherwise. */
export function WaitingFor({ invoice }: { invoice: Waiting }) {
  const utils = trpc.useUtils()
  const issue = trpc.invoices.issue.useMutation({
    onSuccess: ({ number }) => (number === null ? notifyError('It still waits', undefined) : notifySuccess(`${number} issued`)),
    onError: failureToast('Failed to issue the invoice'),
    onSettled: () => utils.invoices.invalidate(),
  })
  if (invoice.state !== 'waiting') return null
  const { kind, noun, nounId } = invoice
  // A large sale at the counter to nobody in particular.
  const isNobodys = invoice.userId === null && invoice.waitsFor.includes('address')
  return (
    <div
      role="status"
      className="mb-4 flex flex-wrap items-center gap-x-3 gap-y-2 rounded-lg border border-warn-line bg-warn-soft px-4 py-2.5 text-sm text-warn-ink"
    >
      <TriangleAlert className="size-4 shrink-0" aria-hidden="true" />
      <p className="min-w-0 flex-1 basis-60">
        {isNobodys
          ? 'It was sold to nobody in particular, and an invoice of this amount needs its customer’s address. The receipt is the proof of payment.'
          : `It waits to be issued${invoice.waitsFor.map((each) => `. ${missingTexts[each]}`).join('')}.`}
      </p>
      {invoice.waitsFor.map((each) => {
        const place = placeOf(each, invoice)
        return (
          place && (
            <OfficeButton key={each} href={place.href} variant="secondary" size="sm">
              {place.label}
            </OfficeButton>
          )
        )
      })}
      {!isNobodys && kind === 'invoice' && noun !== null && nounId !== null && (
        <Button size="sm" busy={issue.isPending} onClick={() => issue.mutate(billedId(noun, nounId))}>
          Try to issue it
        </Button>
      )}
    </div>
  )
}
