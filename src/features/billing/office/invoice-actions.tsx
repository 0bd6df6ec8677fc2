import { FileCode, FileText } from '~/components/icons/lucide'
import { useState } from 'react'
import { useMay } from '~/components/admin-list/cells'
import { failureToast, sayOutcome } from '~/components/form/use-action'
import { Button } from '~/components/ui/button'
import { buttonStyles } from '~/components/ui/button-styles'
import { notifySuccess } from '~/components/ui/notify'
import { onDemand } from '~/components/ui/on-demand'
import { askedFor, invoiceFile, unsettled, type Invoice } from '~/contracts/billing/invoices'
import { formatEuro } from '~/lib/money'
import { trpc } from '~/trpc/client'
import { useSubmission } from '~/trpc/use-submission'

const ConfirmDialog = onDemand(() => import('~/components/ui/confirm-dialog').then((module) => module.ConfirmDialog))
const RecordPaymentDialog = onDemand(() => import('./record-payment-dialog').then((module) => module.RecordPaymentDialog))
const CreditNoteDialog = onDemand(() => import('./credit-note-dialog').then((module) => module.CreditNoteDialog))

type Dialog = 'payment' | 'credit' | 'withdraw' | 'interest'

export function InvoiceActions({ invoice }: { invoice: Invoice }) {
  const may = useMay()
  const [dialog, setDialog] = useState<Dialog>()
  const close = () => setDialog(undefined)
  const mayBill = may('invoices', 'write')
  const { id, kind, purpose, state } = invoice
  const isIssued = state !== 'waiting' && state !== 'withdrawn'
  const isOpen = kind === 'invoice' && isIssued
  return (
    <div className="flex flex-wrap gap-2">
      {isIssued && (
        <a href={invoiceFile(id)} target="_blank" rel="noopener" className={buttonStyles({ variant: 'secondary', size: 'sm' })}>
          <FileText className="size-4" aria-hidden="true" />
          PDF<span className="sr-only"> (opens in a new tab)</span>
        </a>
      )}
      {isIssued && (
        <a href={invoiceFile(id, 'ubl')} className={buttonStyles({ variant: 'secondary', size: 'sm' })}>
          <FileCode className="size-4" aria-hidden="true" />
          E-invoice (XML)
        </a>
      )}
      {mayBill && isOpen && state === 'overdue' && askedFor(invoice) > 0 && purpose !== 'interest' && (
        <InterestButton id={id} onAsk={() => setDialog('interest')} />
      )}
      {mayBill && isOpen && invoice.credited < invoice.total && (
        <Button variant="secondary" size="sm" onClick={() => setDialog('credit')}>
          Credit note
        </Button>
      )}
      {mayBill && state === 'waiting' && (
        <Button variant="secondary" size="sm" onClick={() => setDialog('withdraw')}>
          Withdraw
        </Button>
      )}
      {may('payments', 'write') && isOpen && (
        <Button size="sm" variant={unsettled(invoice) > 0 ? 'primary' : 'secondary'} onClick={() => setDialog('payment')}>
          Record payment
        </Button>
      )}
      {dialog === 'payment' && <RecordPaymentDialog invoice={invoice} onClose={close} />}
      {dialog === 'credit' && <CreditNoteDialog invoice={invoice} onClose={close} />}
      {dialog === 'withdraw' && <Withdraw invoice={invoice} onClose={close} />}
      {dialog === 'interest' && <ChargeInterest invoice={invoice} onClose={close} />}
    </div>
  )
}

/** Shown once a business owes interest (requirements §9). */
function InterestButton({ id, onAsk }: { id: string; onAsk: () => void }) {
  const { data } = trpc.invoices.interestOf.useQuery({ id })
  if (!data || data.amount <= 0) return null
  return (
    <Button variant="secondary" size="sm" onClick={onAsk}>
      Charge {formatEuro(data.amount)} interest
    </Button>
  )
}

function ChargeInterest({ invoice, onClose }: { invoice: Invoice; onClose: () => void }) {
  const utils = trpc.useUtils()
  const submit = useSubmission()
  const interest = trpc.invoices.interestOf.useQuery({ id: invoice.id })
  const charge = trpc.invoices.chargeInterest.useMutation()
  const confirm = async () => {
    await sayOutcome(
      submit((idempotencyKey) => charge.mutateAsync({ id: invoice.id, idempotencyKey })),
      {
        done: ({ number }) => (number === null ? 'The interest invoice waits to be issued' : `${number} issued`),
        failed: 'Failed to charge interest',
      },
    )
    await utils.invoices.invalidate()
    onClose()
  }
  const { months = 0, amount = 0 } = interest.data ?? {}
  return (
    <ConfirmDialog
      title="Charge interest?"
      message={`An invoice of ${formatEuro(amount)} is issued: 1.5% a month on what is owed of ${invoice.number ?? 'it'}, for ${months} ${months === 1 ? 'month' : 'months'}. The customer gets it by email.`}
      confirmLabel="Charge interest"
      cancelLabel="Cancel"
      variant="primary"
      busy={charge.isPending}
      disabled={amount <= 0}
      onConfirm={() => void confirm()}
      onCancel={onClose}
    />
  )
}

function Withdraw({ invoice, onClose }: { invoice: Invoice; onClose: () => void }) {
  const utils = trpc.useUtils()
  const withdraw = trpc.invoices.withdraw.useMutation()
  const isNote = invoice.kind === 'credit_note'
  const confirm = async () => {
    try {
      await withdraw.mutateAsync({ id: invoice.id, version: invoice.version })
      notifySuccess('Withdrawn')
    } catch (error) {
      failureToast(`Failed to withdraw the ${isNote ? 'credit note' : 'invoice'}`)(error)
    }
    await utils.invoices.invalidate()
    onClose()
  }
  return (
    <ConfirmDialog
      title={`Withdraw this ${isNote ? 'credit note' : 'invoice'}?`}
      message={
        isNote
          ? 'Nobody has approved it yet, and it never gets a number. The invoice stays as it is.'
          : 'It has no number yet and never gets one. What it was for can be billed again.'
      }
      confirmLabel="Withdraw"
      cancelLabel="Cancel"
      busy={withdraw.isPending}
      onConfirm={() => void confirm()}
      onCancel={onClose}
    />
  )
}
