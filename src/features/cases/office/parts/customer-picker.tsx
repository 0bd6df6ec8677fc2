import { useState } from 'react'
import { useFormContext, useWatch } from 'react-hook-form'
import { PrintNote } from '~/components/form/print-note'
import { SuggestField, type Suggestion } from '~/components/form/suggest-field'
import { TextField } from '~/components/form/text-field'
import { Button } from '~/components/ui/button'
import { useCustomerSearch } from '../use-case-search'

export interface PickedCustomer {
  userId: string
  email: string
  fullName: string | null
}

/** The customer of a case in a form: `customer` of its input. */
export interface CustomerDraft {
  customer: {
    userId?: string | undefined
    email?: string | undefined
    fullName?: string | null | undefined
    phone?: string | null | undefined
  }
}

interface CustomerPickerProps {
  /** Chosen already; read once. */
  owner: PickedCustomer | undefined
}

/** The customer in the form around it: one found by name, address or phone number, or a new one. */
export function CustomerPicker({ owner }: CustomerPickerProps) {
  const { control, setValue, formState } = useFormContext<CustomerDraft>()
  const typedName = useWatch({ control, name: 'customer.fullName' })
  const [chosen, setChosen] = useState(owner)
  const [isNew, setNew] = useState(false)

  const choose = (customer: PickedCustomer | undefined) => {
    setChosen(customer)
    const value = customer ? { userId: customer.userId } : {}
    setValue('customer', value, { shouldDirty: true, shouldValidate: formState.isSubmitted })
  }
  const typeNew = (now: boolean) => {
    setNew(now)
    setValue('customer', now ? { email: '', fullName: '', phone: '' } : {}, { shouldDirty: true })
  }

  if (chosen) {
    return (
      <div className="flex flex-wrap items-center justify-between gap-3 rounded-lg border border-line bg-surface-muted px-4 py-3">
        <p className="min-w-0 text-sm">
          <span className="block font-medium wrap-anywhere text-ink">{chosen.fullName || 'No name'}</span>
          <span className="block wrap-anywhere text-ink-muted">{chosen.email || 'No email'}</span>
        </p>
        <Button variant="secondary" size="sm" onClick={() => choose(undefined)}>
          Choose another customer
        </Button>
      </div>
    )
  }
  if (isNew) {
    return (
      <div className="flex flex-col gap-4">
        <div className="grid gap-x-4 gap-y-5 sm:grid-cols-2">
          <TextField control={control} name="customer.email" label="Email" type="email" inputMode="email" autoComplete="off" />
          <TextField control={control} name="customer.fullName" label="Full Name" autoComplete="off" />
          <TextField control={control} name="customer.phone" label="Phone" type="tel" inputMode="tel" autoComplete="off" />
        </div>
        <PrintNote text={typedName ?? ''} />
        <p className="text-sm text-ink-subtle">
          A new address gets an email with a link to claim the account; a known address is simply used. Somebody without an address needs a
          phone number: we email them nothing.
        </p>
        <Button variant="ghost" size="sm" className="self-start" onClick={() => typeNew(false)}>
          Find a known customer
        </Button>
      </div>
    )
  }
  return (
    <div className="flex flex-col gap-2">
      <Finder message={formState.errors.customer?.userId?.message} onChoose={choose} />
      <Button variant="secondary" size="sm" className="self-start" onClick={() => typeNew(true)}>
        New customer
      </Button>
    </div>
  )
}

interface FinderProps {
  /** Says that somebody must be chosen. */
  message: string | undefined
  onChoose: (customer: PickedCustomer) => void
}

function Finder({ message, onChoose }: FinderProps) {
  const [text, setText] = useState('')
  const { found, settled } = useCustomerSearch(text)
  const options = found.map((customer): Suggestion & { customer: PickedCustomer } => ({
    key: customer.userId,
    label: customer.fullName || 'No name',
    detail: [customer.email, customer.phone].filter((part) => part !== null && part !== '').join(' · '),
    customer,
  }))
  return (
    <SuggestField
      label="Customer"
      placeholder="Name, address or phone number"
      message={message}
      text={text}
      onText={setText}
      options={options}
      onChoose={({ customer }) => onChoose(customer)}
      takesFocus
      none={settled && text.trim().length > 1 ? 'No customer matches' : ''}
    />
  )
}
