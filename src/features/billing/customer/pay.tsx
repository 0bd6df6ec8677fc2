import { useState, useEffect } from 'react'
import type * as z from 'zod'
import { FormNote } from '~/components/form/form-note'
import { serverMessage } from '~/components/form/server-errors'
import { Button } from '~/components/ui/button'
import { LoadFailure } from '~/components/ui/load-failure'
import { Skeleton } from '~/components/ui/loading'
import type { startPaymentInput, PaymentWays } from '~/contracts/billing/receipts'
import { formatEuro } from '~/lib/money'
import { trpc } from '~/trpc/client'
import { clsx } from 'clsx/lite'
import { Icon } from '~/components/ui/icon'
import { IconButton } from '~/components/ui/icon-button'

interface TransferDetailsProps {
  transfer: NonNullable<PaymentWays['transfer']>
  amount: number
  className?: string
}

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
      <CopyAll text={lines.flatMap(([label, text]) => (text === null ? [] : `${label}: ${text}`)).join('\n')} />
    </div>
  )
}

const NOTED_MS = 4_000

function useCopy(text: string) {
  const [said, setSaid] = useState<'copied' | 'failed'>()
  useEffect(() => {
    if (said === undefined) return
    const timer = setTimeout(() => setSaid(undefined), NOTED_MS)
    return () => clearTimeout(timer)
  }, [said])
  const copy = () => {
    navigator.clipboard.writeText(text).then(
      () => setSaid('copied'),
      () => setSaid('failed'),
    )
  }
  return { said, copy }
}

function CopyAll({ text }: { text: string }) {
  const { said, copy } = useCopy(text)
  return (
    <p className="flex items-center gap-3">
      <Button variant="secondary" size="sm" onClick={copy}>
        <Icon name={said === 'copied' ? 'check' : 'copy'} className="size-4" />
        Copy all
      </Button>
      <span role="status" className="text-sm text-ink-muted">
        {said === 'copied' && 'Copied'}
        {said === 'failed' && 'Select it instead'}
      </span>
    </p>
  )
}

function Line({ label, text, copied }: { label: string; text: string; copied: string }) {
  const { said, copy } = useCopy(copied)
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

export type Payable = z.input<typeof startPaymentInput>

interface PayProps {
  payable: Payable
  amount: number
  isDeposit?: boolean
}

export function Pay({ payable, amount, isDeposit = false }: PayProps) {
  const ways = trpc.payments.ways.useQuery(payable)
  const { data } = ways
  if (!data)
    return ways.isError ? <LoadFailure message="How to pay could not be loaded" query={ways} /> : <Skeleton className="h-11 w-44" />
  const { card, transfer } = data
  if (!card && !transfer)
    return (
      <p className="text-sm text-ink-muted">
        To pay, please write to us or call us, and name the number above. Our address and telephone number are at the foot of this page.
      </p>
    )
  return (
    <div className="flex flex-col gap-4">
      {card && <CardButton payable={payable} label={`Pay ${isDeposit ? 'the deposit of ' : ''}${formatEuro(amount)}`} />}
      {transfer &&
        (card ? (
          <details className="group text-sm">
            <summary className="inline-flex min-h-9 cursor-pointer items-center font-medium text-ink underline underline-offset-4">
              Pay by bank transfer instead
            </summary>
            <TransferDetails transfer={transfer} amount={amount} className="mt-3" />
          </details>
        ) : (
          <TransferDetails transfer={transfer} amount={amount} />
        ))}
    </div>
  )
}

const FAILED = 'The payment page could not be opened. Please try again.'

function CardButton({ payable, label }: { payable: Payable; label: string }) {
  const [refusal, setRefusal] = useState<string>()
  const [isLeaving, setLeaving] = useState(false)
  const utils = trpc.useUtils()
  const start = trpc.payments.start.useMutation()
  const pay = async () => {
    setRefusal(undefined)
    setLeaving(true)
    try {
      const { url } = await start.mutateAsync(payable)
      window.location.assign(url)
      // Busy until the page is left; the browser's back button may show it again.
      setTimeout(() => setLeaving(false), 10_000)
    } catch (error) {
      setLeaving(false)
      setRefusal(serverMessage(error) ?? FAILED)
      await utils.payments.ways.invalidate(payable)
    }
  }
  return (
    <div className="flex flex-col items-start gap-3">
      <Button className="w-full sm:w-auto" busy={isLeaving} onClick={() => void pay()}>
        {label}
      </Button>
      <div aria-live="polite" className="w-full empty:hidden">
        {refusal !== undefined && <FormNote tone="warn">{refusal}</FormNote>}
      </div>
      <p className="text-sm text-ink-muted">You pay by card on the secure page of Stripe, and come back here.</p>
    </div>
  )
}
