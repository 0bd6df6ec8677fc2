import type { CreditSums } from '~/contracts/credit/credit-payments'
import { formatEuro } from '~/lib/money'

export function PaymentSums({ sums: { cost, held, captured, pending, left } }: { sums: CreditSums }) {
  const rows = [
    { label: 'Cost', amount: cost, isShown: true },
    { label: 'Held', amount: held, isShown: held > 0 },
    { label: 'Paid with store credit', amount: captured, isShown: captured > 0 },
    { label: 'Comes from trade-ins', amount: pending, isShown: pending > 0 },
    { label: 'Left to pay', amount: left, isShown: true },
  ]
  return (
    <dl className="flex flex-wrap gap-x-10 gap-y-3">
      {rows.map(
        ({ label, amount, isShown }) =>
          isShown && (
            <div key={label}>
              <dt className="text-xs font-medium text-ink-muted">{label}</dt>
              <dd className="text-lg font-semibold text-ink tabular-nums">{amount === null ? 'Not known yet' : formatEuro(amount)}</dd>
            </div>
          ),
      )}
    </dl>
  )
}
