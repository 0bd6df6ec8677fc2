import * as z from 'zod'
import { FormDialog } from '~/components/form/form-dialog'
import { EuroField } from '~/components/form/number-field'
import { failureToast } from '~/components/form/use-action'
import { TextField } from '~/components/form/text-field'
import { notifySuccess } from '~/components/ui/notify'
import { sumOfAmounts } from '~/contracts/credit/credit'
import { creditInvoiceInput, type Invoice, type InvoiceLine } from '~/contracts/billing/invoices'
import { amountOrZero, decimalOf } from '~/contracts/fields'
import { formatEuro } from '~/lib/money'
import { ApprovalNote } from '~/features/credit/office/approval-note'
import { trpc } from '~/trpc/client'
import { useSubmission } from '~/trpc/use-submission'

const leftOf = ({ total, credited }: Pick<InvoiceLine, 'total' | 'credited'>) => sumOfAmounts([total, -credited])

const lineSchema = z
  .object({ lineId: z.string(), amount: amountOrZero, left: z.number() })
  .refine(({ amount, left }) => amount <= left, { path: ['amount'], error: 'More than is left of this line' })

const schema = z
  .object({ lines: z.array(lineSchema), reason: creditInvoiceInput.shape.reason })
  .refine(({ lines }) => lines.some(({ amount }) => amount > 0), { path: ['lines', 0, 'amount'], error: 'Enter an amount to credit' })

/** Fills lines from the first on until the amount (EUR) is reached. */
function shareOut(lines: readonly InvoiceLine[], amount: number): number[] {
  let more = amount
  return lines.map((line) => {
    const part = Math.max(0, Math.min(leftOf(line), more))
    more = sumOfAmounts([more, -part])
    return part
  })
}

interface CreditNoteDialogProps {
  invoice: Invoice
  /** Amount (EUR) and reason; without a proposal all that is left. */
  proposal?: { amount: number; reason: string } | undefined
  onDone?: (note: Invoice) => void
  onClose: () => void
}

/** Starts with all that is left of each line. */
export function CreditNoteDialog({ invoice, proposal, onDone, onClose }: CreditNoteDialogProps) {
  const utils = trpc.useUtils()
  const submit = useSubmission()
  const credit = trpc.invoices.credit.useMutation()
  const open = invoice.lines.filter((line) => leftOf(line) > 0)
  const proposed = shareOut(open, proposal?.amount ?? sumOfAmounts([invoice.total, -invoice.credited]))
  return (
    <FormDialog
      title={`Credit note for ${invoice.number ?? 'an invoice'}`}
      className="max-w-xl"
      bodyClassName="flex flex-col gap-5"
      schema={schema}
      defaultValues={{
        lines: open.map((line, index) => ({ lineId: line.id, left: leftOf(line), amount: (proposed[index] ?? 0).toFixed(2) })),
        reason: proposal?.reason ?? '',
      }}
      onSubmit={async ({ lines, reason }) => {
        const chosen = lines.filter(({ amount }) => amount > 0).map(({ lineId, amount }) => ({ lineId, amount }))
        const note = await submit((idempotencyKey) =>
          credit.mutateAsync({ id: invoice.id, version: invoice.version, lines: chosen, reason, idempotencyKey }),
        )
        notifySuccess(
          note.state === 'waiting'
            ? `The credit note of ${formatEuro(note.total)} waits for a second administrator. Nothing has changed yet.`
            : `Credit note ${note.number ?? ''} issued`,
        )
        await Promise.all([utils.invoices.invalidate(), utils.payments.invalidate()])
        onDone?.(note)
        onClose()
      }}
      onFailure={failureToast('Failed to issue the credit note')}
      onClose={onClose}
      submitLabel="Issue credit note"
    >
      {({ control, watch }) => {
        const total = sumOfAmounts(watch('lines').map(({ amount }) => decimalOf(amount) || 0))
        const freed = sumOfAmounts([total, -invoice.owed])
        // Paid money goes on account: it is the customer's own, so it does not count as given.
        const given = sumOfAmounts([total, -Math.max(0, Math.min(freed, invoice.paid))])
        return (
          <>
            <fieldset className="flex flex-col gap-4">
              <legend className="mb-3 text-sm font-semibold text-ink">Amount to credit, with VAT</legend>
              {open.map((line, index) => (
                <EuroField
                  key={line.id}
                  control={control}
                  name={`lines.${index}.amount`}
                  label={line.description}
                  hint={`${formatEuro(leftOf(line))} of it can be credited`}
                />
              ))}
            </fieldset>
            <TextField control={control} name="reason" label="Reason" hint="It stands on the credit note." required autoComplete="off" />
            <p role="status" className="text-sm text-ink-muted">
              Credits {formatEuro(total)}.{' '}
              {freed > 0 && invoice.paid > 0
                ? `${formatEuro(Math.min(freed, invoice.paid))} of what was paid then stands on account and can be refunded. `
                : ''}
              The credit note cannot be changed once it has its number.
            </p>
            <ApprovalNote router="invoices" of={{ userId: invoice.userId ?? undefined }} amount={given} />
          </>
        )
      }}
    </FormDialog>
  )
}
