import { clsx } from 'clsx/lite'
import { useEffect, useState } from 'react'
import { Icon } from '~/components/ui/icon'
import { IconButton } from '~/components/ui/icon-button'
import type { PaymentWays } from '~/contracts/credit/receipts'
import { formatEuro } from '~/lib/money'

interface TransferDetailsProps {
  transfer: NonNullable<PaymentWays['transfer']>
  /** EUR. */
  amount: number
  className?: string
}

/** The details that a bank asks for, each line with a button that copies it. */
export function TransferDetails({ transfer, amount, className }: TransferDetailsProps) {
  const { accountName, bankName, iban, bic, sortCode, accountNumber, reference } = transfer
  const lines: [label: string, text: string | null, copied?: string][] = [
    ['Account name', accountName],
    ['Bank', bankName],
    ['IBAN', iban],
    ['BIC', bic],
    ['Sort code', sortCode],
    ['Account number', accountNumber],
    ['Amount', formatEuro(amount), amount.toFixed(2)],
    ['Reference', reference],
  ]
  return (
    <div className={clsx('flex flex-col gap-3', className)}>
      <p className="text-sm text-ink-muted">
        Pay by bank transfer to this account. Please give the reference exactly as it stands here, so that we find your payment.
      </p>
      <dl className="divide-y divide-line rounded-lg border border-line bg-surface-muted">
        {lines.map(
          ([label, text, copied = text]) => text !== null && <Line key={label} label={label} text={text} copied={copied ?? text} />,
        )}
      </dl>
    </div>
  )
}

const NOTED_MS = 4_000

function Line({ label, text, copied }: { label: string; text: string; copied: string }) {
  const [said, setSaid] = useState<'copied' | 'failed'>()
  useEffect(() => {
    if (said === undefined) return
    const timer = setTimeout(() => setSaid(undefined), NOTED_MS)
    return () => clearTimeout(timer)
  }, [said])
  const copy = () => {
    navigator.clipboard.writeText(copied).then(
      () => setSaid('copied'),
      () => setSaid('failed'),
    )
  }
  return (
    <div className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-3 px-4 py-1.5">
      <dt className="text-xs text-ink-muted">{label}</dt>
      <dd className="font-mono text-sm wrap-anywhere text-ink select-all">{text}</dd>
      <dd className="col-start-2 row-span-2 row-start-1 flex items-center gap-2">
        <span role="status" className="text-xs text-ink-muted">
          {said === 'copied' && 'Copied'}
          {said === 'failed' && 'Select it instead'}
        </span>
        <IconButton label={`Copy: ${label}`} onClick={copy} className="text-ink-muted">
          <Icon name={said === 'copied' ? 'check' : 'copy'} className="size-4" />
        </IconButton>
      </dd>
    </div>
  )
}
