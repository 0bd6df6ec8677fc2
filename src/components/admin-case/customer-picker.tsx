import { useState, type ReactNode } from 'react'
import { SuggestField, type Suggestion } from '~/components/form/suggest-field'
import { Button } from '~/components/ui/button'

export interface PickedCustomer {
  userId: string
  email: string
  fullName: string | null
}

interface CustomerPickerProps {
  /** Undefined while nobody has been chosen. */
  chosen: PickedCustomer | undefined
  onChoose: (customer: PickedCustomer | undefined) => void
  /** Somebody new is typed in. */
  isNew: boolean
  onNew: (isNew: boolean) => void
  /** Says that somebody must be chosen. */
  message: string | undefined
  /** Looks customers up while it is typed. */
  useSearch: (text: string) => { found: readonly (PickedCustomer & { phone: string | null })[]; settled: boolean }
  /** The fields of a new customer. */
  children: ReactNode
}

/** Whose device it is: somebody found by name, address or phone number, or somebody new. */
export function CustomerPicker({ chosen, onChoose, isNew, onNew, message, useSearch, children }: CustomerPickerProps) {
  const [text, setText] = useState('')
  const { found, settled } = useSearch(text)
  const options = found.map((customer): Suggestion & { customer: PickedCustomer } => ({
    key: customer.userId,
    label: customer.fullName || 'No name',
    detail: [customer.email, customer.phone].filter((part) => part !== null && part !== '').join(' · '),
    customer,
  }))

  if (chosen) {
    return (
      <div className="flex flex-wrap items-center justify-between gap-3 rounded-lg border border-line bg-surface-muted px-4 py-3">
        <p className="min-w-0 text-sm">
          <span className="block font-medium wrap-anywhere text-ink">{chosen.fullName || 'No name'}</span>
          <span className="block wrap-anywhere text-ink-muted">{chosen.email}</span>
        </p>
        <Button variant="secondary" size="sm" onClick={() => onChoose(undefined)}>
          Choose another customer
        </Button>
      </div>
    )
  }
  if (isNew) {
    return (
      <div className="flex flex-col gap-4">
        <div className="grid gap-x-4 gap-y-5 sm:grid-cols-2">{children}</div>
        <p className="text-sm text-ink-subtle">A new address gets an email with a link to claim the account; a known one is simply used.</p>
        <Button variant="ghost" size="sm" className="self-start" onClick={() => onNew(false)}>
          Find a known customer
        </Button>
      </div>
    )
  }
  return (
    <div className="flex flex-col gap-2">
      <SuggestField
        label="Customer"
        placeholder="Name, address or phone number"
        message={message}
        text={text}
        onText={setText}
        options={options}
        onChoose={({ customer }) => onChoose(customer)}
        none={settled && text.trim().length > 1 ? 'No customer fits this' : ''}
      />
      <Button variant="secondary" size="sm" className="self-start" onClick={() => onNew(true)}>
        New customer
      </Button>
    </div>
  )
}
