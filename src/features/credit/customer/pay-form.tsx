import { useEffect, useState } from 'react'
import { useFormState } from 'react-hook-form'
import type * as z from 'zod'
import { ChoiceGroup } from '~/components/form/choice-group'
import { Form, type ZodForm } from '~/components/form/form'
import { EuroField } from '~/components/form/number-field'
import { failureToast } from '~/components/form/use-action'
import { Button } from '~/components/ui/button'
import { payRepairInput, type CreditPayments } from '~/contracts/credit/credit-payments'
import { decimalText } from '~/lib/decimal-text'
import { formatEuro } from '~/lib/money'

const schema = payRepairInput.pick({ amount: true })
type PayFields = ZodForm<z.input<typeof schema>, z.output<typeof schema>>

export interface Paying {
  amount: number
  /** Pays with this trade-in's expected credit; without it the credit must exist. */
  tradeInId?: string
}

interface PayFormProps {
  payments: CreditPayments & { left: number }
  label: string
  hint: string
  /** @throws the server's refusal */
  onPay: (paying: Paying) => Promise<void>
}

const THERE = 'credit'

/** Present credit before expected credit; EUR at most. */
const sourcesOf = ({ available, expected }: CreditPayments) => [
  ...(available > 0 ? [{ value: THERE, label: 'Store credit', detail: `${formatEuro(available)} to spend`, most: available }] : []),
  ...expected.map(({ tradeInId, tradeInNumber, amount }) => ({
    value: tradeInId,
    label: `Trade-in ${tradeInNumber}`,
    detail: `Will bring ${formatEuro(amount)}`,
    most: amount,
  })),
]

/** Part or all of the rest, also with the expected credit of an accepted offer. */
export function PayForm({ payments, label, hint, onPay }: PayFormProps) {
  const [chosen, choose] = useState<string>()
  const sources = sourcesOf(payments)
  const source = sources.find(({ value }) => value === chosen) ?? sources[0]
  if (!source) return null
  const suggested = decimalText(Math.min(source.most, payments.left).toFixed(2))
  return (
    <Form
      schema={schema}
      defaultValues={{ amount: suggested }}
      onSubmit={async ({ amount }, form) => {
        await onPay({ amount, ...(source.value !== THERE && { tradeInId: source.value }) })
        form.reset({ amount: form.getValues('amount') })
      }}
      onFailure={failureToast('Failed to pay with store credit')}
      className="flex flex-col gap-4"
    >
      {(form) => (
        <>
          <Suggestion form={form} amount={suggested} />
          {(sources.length > 1 || source.value !== THERE) && (
            <ChoiceGroup
              legend="Pay with"
              options={sources}
              value={source.value}
              onChange={(value) => {
                // Resets an amount that was typed for the other source.
                form.reset({ amount: form.getValues('amount') })
                choose(value)
              }}
            />
          )}
          <div className="flex flex-wrap items-end gap-3">
            <EuroField control={form.control} name="amount" label="Amount" min="0.01" required className="w-44" />
            <Button type="submit" busy={form.formState.isSubmitting}>
              {label}
            </Button>
          </div>
          <p className="text-sm text-ink-muted">
            {source.value === THERE
              ? `${formatEuro(source.most)} can be spent. ${hint}`
              : `It is paid when the credit of the trade-in is there.`}
          </p>
        </>
      )}
    </Form>
  )
}

/** Fills in the payable amount until another is typed. */
function Suggestion({ form: { control, reset }, amount }: { form: PayFields; amount: string }) {
  const { isDirty } = useFormState({ control })
  useEffect(() => {
    if (!isDirty) reset({ amount })
  }, [isDirty, reset, amount])
  return null
}
