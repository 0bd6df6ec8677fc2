import { useState } from 'react'
import { useMay } from '~/components/admin-list/cells'
import { LoadFailure } from '~/components/ui/load-failure'
import { Skeleton } from '~/components/ui/loading'
import { Modal, ModalBody } from '~/components/ui/modal'
import type { Bill } from '~/contracts/billing/bill'
import { billedId, type BilledNoun, type Invoice } from '~/contracts/billing/invoices'
import type { RecordedMethod } from '~/contracts/billing/receipts'
import { records } from '~/contracts/records'
import { trpc } from '~/trpc/client'
import { isIssued } from './invoice-text'
import { PaymentDialog, RecordPaymentDialog, useRecordPayment, type TypedPayment } from './record-payment-dialog'
import { WhomToBill } from './whom-to-bill'

interface Collecting {
  noun: BilledNoun
  id: string
  /** The likely method: transfer, or card for a customer at the counter. */
  method?: RecordedMethod
  onClose: () => void
}

export function CollectDialog(of: Collecting) {
  const { noun, id, onClose } = of
  const bill = trpc.invoices.bill.useQuery({ noun, id })
  if (bill.data) return <Collect {...of} bill={bill.data} />
  return (
    <Modal title="Record a payment" onClose={onClose} className="max-w-md">
      <ModalBody>
        {bill.isError ? <LoadFailure message="Failed to fetch the bill" query={bill} /> : <Skeleton className="h-48" />}
      </ModalBody>
    </Modal>
  )
}

function Collect({ bill, ...of }: Collecting & { bill: Bill }) {
  const { method, onClose } = of
  // Keeps the bill that the dialog was opened with, since a payment changes it.
  const [{ invoices, due, depositDue }] = useState(bill)
  const asked = depositDue > 0 ? depositDue : due
  const payable = invoices.find((row) => isIssued(row) && row.owed > 0)
  return payable ? (
    <RecordPaymentDialog invoice={payable} amount={asked} onClose={onClose} {...(method && { method })} />
  ) : (
    <FirstPayment {...of} due={asked} />
  )
}

/** An entered payment whose invoice cannot be issued yet. */
interface Waiting {
  typed: TypedPayment
  invoice: Invoice
}

function FirstPayment({ noun, id, due, method, onClose }: Collecting & { due: number }) {
  const mayBill = useMay()('invoices', 'write')
  const issue = trpc.invoices.issue.useMutation()
  const { recordPayment, question } = useRecordPayment()
  const [waiting, setWaiting] = useState<Waiting>()
  const [again, setAgain] = useState<TypedPayment>()
  const finish = async (of: Parameters<typeof recordPayment>[0], typed: TypedPayment) => {
    if (await recordPayment(of, typed)) onClose()
  }
  /** Pays the invoice if it can be issued; otherwise asks how to go on. */
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
        {...(method && { method })}
        typed={again}
        onSubmit={pay}
        onClose={onClose}
      />
      {question}
    </>
  )
}
