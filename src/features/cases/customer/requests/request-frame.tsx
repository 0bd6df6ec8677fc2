import type { ReactNode } from 'react'
import { Button } from '~/components/ui/button'
import { CustomerPart, type emptyCustomer } from './customer-part'
import { FilesPart } from './files-part'
import { Fault } from './request-fields'
import type { useRequestForm } from './use-request-form'

type Customer = typeof emptyCustomer

interface RequestFrameProps {
  form: Omit<ReturnType<typeof useRequestForm<Customer, unknown>>, 'change'> & { change: (changed: Partial<Customer>) => void }
  /** The subjects of the pictures, where there are several machines. */
  machines?: string[]
  /** The address of whoever is signed in. */
  signedInAs: string | null
  submitLabel: string
  /** The fields of the request. */
  children: ReactNode
}

/** The form of a request: what is asked for, then its pictures, whose it is, and the button that sends it. */
export function RequestFrame({ form, machines, signedInAs, submitLabel, children }: RequestFrameProps) {
  return (
    <form
      method="dialog"
      noValidate
      className="relative grid gap-8"
      onSubmit={(event) => {
        event.preventDefault()
        void form.submit()
      }}
    >
      {children}
      <FilesPart
        files={form.files}
        machines={machines}
        fault={form.faults.files}
        uploading={form.uploading}
        onAdd={form.addFiles}
        onChange={form.changeFiles}
      />
      <CustomerPart values={form.values} faults={form.faults} onChange={form.change} signedInAs={signedInAs} />
      <div>
        <Button type="submit" size="lg" busy={form.busy} disabled={form.uploading}>
          {submitLabel}
        </Button>
        <div role="alert">{form.message !== undefined && <Fault>{form.message}</Fault>}</div>
      </div>
    </form>
  )
}
