import { useState } from 'react'
import { useMay } from '~/components/admin-list/cells'
import { LoadFailure } from '~/components/ui/load-failure'
import { Skeleton } from '~/components/ui/loading'
import { Modal, ModalBody } from '~/components/ui/modal'
import type { Bill } from '~/contracts/billing/bill'
import { billedId, type BilledNoun, type Invoice } from '~/contracts/billing/invoices'
import { records } from '~/contracts/records'
import { trpc } from '~/trpc/client'
import { isIssued } from './invoice-text'
import { PaymentDialog, RecordPaymentDialog, useRecordPayment, type TypedPayment } from './record-payment-dialog'
import { WhomToBill } from './whom-to-bill'

interface Collecting {
  noun: BilledNoun
  id: string
  onClose: () => void
}

/** Records a payment for a repair or an order: for its invoice, which is issued first if there is none, or on account. */
export function CollectDialog({ noun, id, onClose }: Collecting) {
  const bill = trpc.invoices.bill.useQuery({ noun, id })
  if (bill.data) return <Collect noun={noun} id={id} bill={bill.data} onClose={onClose} />
  return (
    <Modal title="Record a payment" onClose={onClose} className="max-w-md">
      <ModalBody>
        {bill.isError ? <LoadFailure message="Failed to fetch the bill" query={bill} /> : <Skeleton className="h-48" />}
      </ModalBody>
    </Modal>
  )
}

function Collect({ noun, id, bill, onClose }: Collecting & { bill: Bill }) {
  // A payment changes the bill; the dialog keeps the bill that it was opened with.
  const [{ invoices, due, depositDue }] = useState(bill)
  const asked = depositDue > 0 ? depositDue : due
  const payable = invoices.find((row) => isIssued(row) && row.owed > 0)
  return payable ? (
    <RecordPaymentDialog invoice={payable} amount={asked} onClose={onClose} />
  ) : (
    <FirstPayment noun={noun} id={id} due={asked} onClose={onClose} />
  )
}

/** A payment that was entered, and the invoice that cannot be issued yet. */
interface Waiting {
  typed: TypedPayment
  invoice: Invoice
}

function FirstPayment({ noun, id, due, onClose }: Collecting & { due: number }) {
  const mayBill = useMay()('invoices', 'write')
  const issue = trpc.invoices.issue.useMutation()
  const { recordPayment, question } = useRecordPayment()
  const [waiting, setWaiting] = useState<Waiting>()
  const [again, setAgain] = useState<TypedPayment>()
  const finish = async (of: Parameters<typeof recordPayment>[0], typed: TypedPayment) => {
    if (await recordPayment(of, typed)) onClose()
  }
  /** Pays the invoice if it can be issued; else asks how to go on. */
  const pay = async (typed: TypedPayment) => {
    if (!mayBill) return finish(billedId(noun, id), typed)
    const invoice = await issue.mutateAsync(billedId(noun, id))
    if (invoice.number === null) setWaiting({ typed, invoice })
    else await finish({ invoiceId: invoice.id }, typed)
  }
  if (waiting) {
    return (
      <>
        <WhomToBill
          noun={noun}
          invoice={waiting.invoice}
          onSaved={() => pay(waiting.typed)}
          onAccount={() => finish(billedId(noun, id), waiting.typed)}
          onClose={() => {
            setAgain(waiting.typed)
            setWaiting(undefined)
          }}
        />
        {question}
      </>
    )
  }
  return (
    <>
      <PaymentDialog
        title={`Record a payment of this ${records[noun].one}`}
        owed={due}
        amount={due}
        typed={again}
        onSubmit={pay}
        onClose={onClose}
      />
      {question}
    </>
  )
}
