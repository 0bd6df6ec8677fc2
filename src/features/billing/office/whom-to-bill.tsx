import { useState, type ReactNode } from 'react'
import * as z from 'zod'
import { FormDialog } from '~/components/form/form-dialog'
import { failureToast } from '~/components/form/use-action'
import { DescribedFields } from '~/components/form/described-fields'
import { Button } from '~/components/ui/button'
import { Modal, ModalBody, ModalFooter } from '~/components/ui/modal'
import type { Buyer } from '~/contracts/billing/buyers'
import { requiredLine } from '~/contracts/fields'
import { missingTexts, type BilledNoun, type Invoice } from '~/contracts/billing/invoices'
import { records } from '~/contracts/records'
import { trpc } from '~/trpc/client'

const nameAndAddress = z.object({
  fullName: requiredLine('Enter the name'),
  billingAddress: z.string().trim().min(1, 'Enter the address').max(500, 'At most 500 characters'),
})

const fields = {
  fullName: { kind: 'line', label: 'Name' },
  billingAddress: { kind: 'text', label: 'Billing address', rows: 4 },
} as const

interface WhomToBillProps {
  noun: BilledNoun
  invoice: Invoice
  onSaved: () => Promise<void>
  onAccount: () => Promise<void>
  onClose: () => void
}

export function WhomToBill({ noun, invoice, onSaved, onAccount, onClose }: WhomToBillProps) {
  const { userId, waitsFor } = invoice
  const wantsAddress = userId !== null && waitsFor.includes('address')
  const buyer = trpc.invoices.buyer.useQuery({ userId: userId ?? '' }, { enabled: wantsAddress })
  const [busy, setBusy] = useState(false)
  const takeOnAccount = async () => {
    setBusy(true)
    await onAccount().catch(failureToast('Failed to record the payment'))
    setBusy(false)
  }
  const toAccount = (
    <Button variant="secondary" busy={busy} onClick={() => void takeOnAccount()}>
      Take it on account
    </Button>
  )
  const why = `The invoice of this ${records[noun].one} cannot be issued yet.`
  if (wantsAddress && buyer.data) return <AddressForm buyer={buyer.data} toAccount={toAccount} onSaved={onSaved} onClose={onClose} />
  return (
    <Modal title="The invoice waits" onClose={onClose} className="max-w-md">
      <ModalBody className="flex flex-col gap-3 text-ink-muted">
        <p>
          {why} {waitsFor.map((each) => `${missingTexts[each]}.`).join(' ')}
        </p>
        <p>Taken on account, the money pays the invoice as soon as it is issued.</p>
      </ModalBody>
      <ModalFooter>
        <Button variant="secondary" onClick={onClose}>
          Back
        </Button>
        {toAccount}
      </ModalFooter>
    </Modal>
  )
}

interface AddressFormProps {
  buyer: Buyer
  toAccount: ReactNode
  onSaved: () => Promise<void>
  onClose: () => void
}

function AddressForm({ buyer, toAccount, onSaved, onClose }: AddressFormProps) {
  const save = trpc.invoices.saveBuyer.useMutation()
  const { email: _email, vatNumberState: _state, version, ...details } = buyer
  return (
    <FormDialog
      title="Whom is the invoice for?"
      className="max-w-md"
      bodyClassName="flex flex-col gap-5"
      schema={nameAndAddress}
      defaultValues={{ fullName: buyer.fullName ?? '', billingAddress: buyer.billingAddress ?? '' }}
      onSubmit={async (typed) => {
        await save.mutateAsync({ ...details, ...typed, ...(version > 0 && { version }) })
        await onSaved()
      }}
      onFailure={failureToast('Failed to record the payment')}
      onClose={onClose}
      submitLabel="Save and record payment"
      cancelLabel="Back"
    >
      {({ control }) => (
        <>
          <p className="text-sm text-ink-muted">
            An invoice of more than £250 names its customer with an address. Without one, take the money on account: it pays the invoice as
            soon as it is issued.
          </p>
          <DescribedFields control={control} fields={fields} />
          <div>{toAccount}</div>
        </>
      )}
    </FormDialog>
  )
}
