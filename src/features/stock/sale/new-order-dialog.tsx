import { useEffect, type ReactNode } from 'react'
import { useController, useFormContext, useWatch } from 'react-hook-form'
import { useMay } from '~/components/admin-list/cells'
import { ChoiceGroup } from '~/components/form/choice-group'
import { FormDialog } from '~/components/form/form-dialog'
import { failureToast } from '~/components/form/use-action'
import { TextField } from '~/components/form/text-field'
import { Button } from '~/components/ui/button'
import { createOrderInput, salePaymentLabels, salePayments, type SalePayment } from '~/contracts/stock/sales'
import { formatEuro } from '~/lib/money'
import { trpc } from '~/trpc/client'
import { useSubmission } from '~/trpc/use-submission'
import { SaleLines, typedTotal, type SaleDraft } from './sale-lines'
import { useSaleChanges } from './use-sale-changes'

/** The right for each way to pay. */
const rightOf: Record<SalePayment, string> = {
  cash: 'payments',
  card: 'payments',
  transfer: 'payments',
  credit: 'credit',
  invoice: 'invoices',
}

interface NewOrderDialogProps {
  /** Form part that chooses a customer: `customer` of the input. */
  customerPart: ReactNode | undefined
  /** @param id of the order */
  onSold: (id: string) => void
  onClose: () => void
}

export function NewOrderDialog({ customerPart, onSold, onClose }: NewOrderDialogProps) {
  const may = useMay()
  const utils = trpc.useUtils()
  const { done } = useSaleChanges()
  const submit = useSubmission()
  const create = trpc.orders.create.useMutation()
  const ways = salePayments.filter((way) => may(rightOf[way], 'write'))
  const [first = 'cash'] = ways
  const begun: SaleDraft = {
    customer: first === 'invoice' || first === 'credit' ? {} : null,
    lines: [],
    payment: { method: first, reference: '' },
  }
  return (
    <FormDialog
      title="New order"
      className="max-w-4xl"
      bodyClassName="flex flex-col gap-6"
      schema={createOrderInput}
      defaultValues={begun}
      onSubmit={async (values) => {
        const made = await submit((idempotencyKey) => create.mutateAsync({ ...values, idempotencyKey }))
        done(`Order ${made.orderNumber} sold for ${formatEuro(made.totalAmount)}`, undefined, made.notices?.join(' '))
        await Promise.all([utils.invoices.invalidate(), utils.payments.invalidate(), utils.parts.invalidate(), utils.credit.invalidate()])
        onSold(made.id)
      }}
      onFailure={failureToast('Failed to save order')}
      onClose={onClose}
      submitLabel="Sell"
    >
      {() => (
        <>
          <SaleLines />
          <ForWhom>{customerPart}</ForWhom>
          <Payment ways={ways} />
        </>
      )}
    </FormDialog>
  )
}

/** Anonymous, as most counter sales are, or a customer. */
function ForWhom({ children }: { children: ReactNode }) {
  const { control, setValue, formState } = useFormContext<SaleDraft>()
  const customer = useWatch({ control, name: 'customer' })
  const choose = (value: SaleDraft['customer']) => setValue('customer', value, { shouldDirty: true, shouldValidate: formState.isSubmitted })
  const message = customer === null ? formState.errors.customer?.message : undefined
  return (
    <fieldset className="min-w-0">
      <legend className="mb-3 text-sm font-semibold text-ink">For whom</legend>
      {customer ? (
        <div className="flex flex-col gap-2">
          {children}
          <Button variant="ghost" size="sm" className="self-start" onClick={() => choose(null)}>
            Nobody in particular
          </Button>
        </div>
      ) : (
        <div className="flex flex-wrap items-center justify-between gap-3 rounded-lg border border-line bg-surface-muted px-4 py-3">
          <p className="text-sm text-ink-muted">Nobody in particular: no name is kept, and it is paid now.</p>
          <Button variant="secondary" size="sm" onClick={() => choose({})}>
            Choose a customer
          </Button>
        </div>
      )}
      {message !== undefined && (
        <p role="alert" className="mt-1.5 text-sm text-danger-ink">
          {message}
        </p>
      )}
    </fieldset>
  )
}

function Payment({ ways }: { ways: readonly SalePayment[] }) {
  const { control } = useFormContext<SaleDraft>()
  const { field } = useController({ control, name: 'payment.method' })
  const lines = useWatch({ control, name: 'lines' })
  const due = typedTotal(lines)
  const total = formatEuro(due)
  const method = field.value ?? ways[0] ?? 'cash'
  const { data: mostCash = Infinity } = trpc.payments.cashLimit.useQuery(undefined, { enabled: ways.includes('cash') })
  const isTooMuchCash = due > mostCash
  const instead = ways.find((way) => way !== 'cash')
  const { onChange } = field
  // A line added later can bring the amount above the limit for cash.
  useEffect(() => {
    if (isTooMuchCash && method === 'cash' && instead) onChange(instead)
  }, [isTooMuchCash, method, instead, onChange])
  return (
    <div className="flex flex-col gap-4">
      <ChoiceGroup
        legend="Paid by"
        options={ways.map((value) => ({ value, label: salePaymentLabels[value], disabled: value === 'cash' && isTooMuchCash }))}
        value={method}
        onChange={(way) => onChange(way)}
      />
      {isTooMuchCash && <p className="text-sm text-ink-muted">{`At most ${formatEuro(mostCash)} of a sale may be taken in cash.`}</p>}
      {(method === 'card' || method === 'transfer') && (
        <TextField
          control={control}
          name="payment.reference"
          label="Reference"
          hint="Such as the terminal’s or the bank’s own number"
          autoComplete="off"
        />
      )}
      <p className="text-sm text-ink-muted">
        {method === 'invoice'
          ? `The customer gets an invoice for ${total}. What is sold leaves now.`
          : `${total} is booked as paid, and what is sold leaves now.`}
      </p>
    </div>
  )
}
