import { FormDialog } from '~/components/form/form-dialog'
import { SelectField } from '~/components/form/select-field'
import { failureToast } from '~/components/form/use-action'
import { notifySuccess } from '~/components/ui/notify'
import { billedId, missingTexts, type BilledNoun } from '~/contracts/billing/invoices'
import { vatCode, vatCodes, vatLabels } from '~/contracts/billing/vat'
import { formatEuro } from '~/lib/money'
import { trpc } from '~/trpc/client'
import { useSubmission } from '~/trpc/use-submission'
import * as z from 'zod'

const schema = z.object({ vatCode })
const rates = vatCodes.map((value) => ({ value, label: vatLabels[value] }))

interface IssueDialogProps {
  noun: BilledNoun
  id: string
  /** Unbilled EUR. */
  amount: number
  onClose: () => void
}

/** Bills the unbilled part of a repair or an order. */
export function IssueDialog({ noun, id, amount, onClose }: IssueDialogProps) {
  const utils = trpc.useUtils()
  const submit = useSubmission()
  const issue = trpc.invoices.issue.useMutation()
  return (
    <FormDialog
      title="Issue an invoice"
      className="max-w-md"
      bodyClassName="flex flex-col gap-5"
      schema={schema}
      defaultValues={{ vatCode: 'standard' }}
      onSubmit={async (values) => {
        const { number, waitsFor } = await submit((idempotencyKey) =>
          issue.mutateAsync({ ...billedId(noun, id), ...values, idempotencyKey }),
        )
        notifySuccess(number === null ? `The invoice waits. ${waitsFor.map((each) => missingTexts[each]).join('. ')}` : `${number} issued`)
        await utils.invoices.invalidate()
        onClose()
      }}
      onFailure={failureToast('Failed to issue the invoice')}
      onClose={onClose}
      submitLabel="Issue invoice"
    >
      {({ control }) => (
        <>
          <p className="text-sm text-ink-muted">
            {formatEuro(amount)} is not billed yet. The invoice gets its number at once, goes to the customer by email, and is corrected by
            a credit note alone.
          </p>
          <SelectField
            control={control}
            name="vatCode"
            label="VAT"
            hint="The price includes it. Without a VAT number of the shop’s own there is none."
            options={rates}
          />
        </>
      )}
    </FormDialog>
  )
}
