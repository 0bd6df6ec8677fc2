import { useEffect, type ReactNode } from 'react'
import { RecordSection } from '~/components/layouts/record-page'
import { Badge } from '~/components/ui/badge'
import { wantToasts } from '~/components/ui/lazy-toasts'
import type { CustomerBill } from '~/contracts/billing/bill'
import { whenToPay } from '~/contracts/billing/when-to-pay'
import { formatDay } from '~/lib/instant'
import { formatEuro } from '~/lib/money'
import { BillDocuments, BillPayments } from './bill-rows'
import { BuyerSection, type BuyerSource } from './buyer-form'
import { PaidNote } from './paid-note'
import { Pay, type Payable } from './pay'

interface BillCardProps {
  bill: CustomerBill
  payable: Payable
  /** Of a link's case, or the customer's own. */
  buyer: BuyerSource
  /** Called after a save that changes the bill. */
  onChanged: () => void
}

const say = { day: formatDay, euro: formatEuro }

export function BillCard({ bill, payable, buyer, onChanged }: BillCardProps) {
  useEffect(wantToasts, [])
  const { dueNow, depositDue, invoices, payments, pay, wantsAddress } = bill
  const asked = depositDue > 0 ? depositDue : dueNow
  const when = whenToPay(say, pay, 'here')
  return (
    <RecordSection title="Your bill">
      <div className="flex flex-col gap-5 p-5 sm:px-6">
        <Sums bill={bill} />
        {when !== '' && <p className="text-ink">{when}</p>}
        <PaidNote due={asked} payments={payments} />
        {wantsAddress && (
          <BuyerSection source={buyer} onSaved={onChanged} lead="Your invoice needs a billing address. Please tell us whom we bill." />
        )}
        {asked > 0 && !wantsAddress && <Pay payable={payable} amount={asked} isDeposit={depositDue > 0} />}
        <BillDocuments invoices={invoices} token={'token' in payable ? payable.token : undefined} />
        <BillPayments payments={payments} token={'token' in payable ? payable.token : undefined} />
      </div>
    </RecordSection>
  )
}

/** Sums of 0 are left out, except what is left to pay. */
function Sums({ bill }: { bill: CustomerBill }) {
  const { cost, credit, billed, credited, paid, onAccount, due, dueNow, depositDue, dueOn, isOverdue, toCredit } = bill
  const promised = credit.held + credit.pending
  const rows: [label: string, amount: number | null, isShown: boolean][] = [
    ['Cost', cost, cost !== null],
    ['Billed', billed, billed > 0 && (billed !== cost || credited > 0)],
    ['Credited', credited, credited > 0],
    ['To be credited', toCredit, toCredit > 0],
    ['Store credit', credit.captured, credit.captured > 0],
    ['Store credit, put aside', promised, promised > 0],
    ['Paid', paid, paid > 0],
    ['Of that on account', onAccount, onAccount > 0],
  ]
  return (
    <div className="flex flex-col gap-4">
      <dl className="flex flex-wrap gap-x-10 gap-y-3">
        {rows.map(([label, amount, isShown]) => isShown && <Sum key={label} label={label} amount={amount ?? 0} />)}
        {depositDue > 0 && (
          <Sum label="Deposit to pay before we begin" amount={depositDue}>
            <DueDay day={dueOn} isOverdue={isOverdue} />
          </Sum>
        )}
        <Sum label={due > 0 && dueNow === 0 ? 'To pay when the work is done' : 'Left to pay'} amount={due} isMain>
          {dueNow > 0 && depositDue === 0 && <DueDay day={dueOn} isOverdue={isOverdue} />}
        </Sum>
      </dl>
    </div>
  )
}

function DueDay({ day, isOverdue }: { day: string | null; isOverdue: boolean }) {
  if (day === null) return null
  return (
    <span className="mt-1 flex flex-wrap items-center gap-2 text-sm font-normal text-ink-muted">
      {isOverdue ? 'Was due' : 'Due'} on {formatDay(day)}
      {isOverdue && <Badge tone="danger">Overdue</Badge>}
    </span>
  )
}

function Sum({ label, amount, isMain = false, children }: { label: string; amount: number; isMain?: boolean; children?: ReactNode }) {
  return (
    <div className={isMain ? 'basis-full sm:basis-auto' : undefined}>
      <dt className="text-xs font-medium text-ink-muted">{label}</dt>
      <dd className={isMain ? 'text-2xl font-semibold text-ink tabular-nums' : 'text-lg font-semibold text-ink tabular-nums'}>
        {formatEuro(amount)}
        {children}
      </dd>
    </div>
  )
}
