import { useState } from 'react'
import type * as z from 'zod'
import { FormNote } from '~/components/form/form-note'
import { serverMessage } from '~/components/form/server-errors'
import { Button } from '~/components/ui/button'
import { LoadFailure } from '~/components/ui/load-failure'
import { Skeleton } from '~/components/ui/loading'
import type { startPaymentInput } from '~/contracts/credit/receipts'
import { formatEuro } from '~/lib/money'
import { trpc } from '~/trpc/client'
import { TransferDetails } from './transfer-details'

/** Names what is paid: by a link, or something of one's own. */
export type Payable = z.input<typeof startPaymentInput>

interface PayProps {
  payable: Payable
  /** EUR. */
  amount: number
  isDeposit?: boolean
}

/** The button that leads to the card provider's page, or what a bank transfer needs. */
export function Pay({ payable, amount, isDeposit = false }: PayProps) {
  // The amount paid is part of the question: after a payment another one is left.
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
      // The page stays busy until it is left; whoever comes back by the browser's own button finds it as it was.
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
