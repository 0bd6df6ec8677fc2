import { useEffect, useState } from 'react'
import { useFormContext, useWatch } from 'react-hook-form'
import { PrintNote } from '~/components/form/print-note'
import { SelectField } from '~/components/form/select-field'
import { SuggestField, type Suggestion } from '~/components/form/suggest-field'
import { TextField } from '~/components/form/text-field'
import { FormNote } from '~/components/form/form-note'
import { languageName, languageOptions } from '~/contracts/languages'
import { readPhone } from '~/contracts/phone-numbers'
import { contactOfCustomer, nameOfCustomer } from '~/lib/customer-name'
import { Button } from '~/components/ui/button'
import { useCustomerSearch } from '../use-case-search'

export interface PickedCustomer {
  userId: string
  email: string
  fullName: string | null
  phone?: string | null | undefined
  language?: string | null | undefined
}

export interface CustomerDraft {
  customer: {
    userId?: string | undefined
    email?: string | undefined
    fullName?: string | null | undefined
    phone?: string | null | undefined
    language?: string | null | undefined
  }
}

interface CustomerPickerProps {
  /** Initial choice, read once. */
  owner: PickedCustomer | undefined
}

/** Fills in the surrounding form's customer: an existing one, or a new one. */
export function CustomerPicker({ owner }: CustomerPickerProps) {
  const { control, setValue, getValues, setFocus, formState } = useFormContext<CustomerDraft>()
  const typedName = useWatch({ control, name: 'customer.fullName' })
  const [chosen, setChosen] = useState(owner)
  const [isNew, setNew] = useState(false)
  const [text, setText] = useState('')
  // The pressed button is gone, so the first empty field gets the focus.
  useEffect(() => {
    if (!isNew) return
    const { email, phone } = getValues('customer')
    setFocus(email || phone ? 'customer.fullName' : 'customer.email')
  }, [isNew, getValues, setFocus])

  const choose = (customer: PickedCustomer | undefined) => {
    setChosen(customer)
    const value = customer ? { userId: customer.userId } : {}
    setValue('customer', value, { shouldDirty: true, shouldValidate: formState.isSubmitted })
  }
  /** @param typed in the search; null returns to it */
  const typeNew = (typed: string | null) => {
    setNew(typed !== null)
    setValue('customer', typed === null ? {} : draftOf(typed), { shouldDirty: true })
  }

  if (chosen) {
    return (
      <div className="flex flex-wrap items-center justify-between gap-3 rounded-lg border border-line bg-surface-muted px-4 py-3">
        <p className="min-w-0 text-sm">
          <span className="block font-medium wrap-anywhere text-ink">{nameOfCustomer(chosen)}</span>
          <span className="block wrap-anywhere text-ink-muted">
            {chosen.email || chosen.phone || 'No email'}
            {chosen.language && ` · Speaks ${languageName(chosen.language)}`}
          </span>
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
          <SelectField control={control} name="customer.language" label="Language" options={languageOptions()} none="Nobody has said" />
        </div>
        <KnownByPhone
          onChoose={(customer) => {
            setNew(false)
            choose(customer)
          }}
        />
        <PrintNote text={typedName ?? ''} />
        <p className="text-sm text-ink-subtle">
          A new address gets an email with a link to claim the account; a known address is simply used. Somebody without an address needs a
          phone number: we email them nothing.
        </p>
        <Button variant="ghost" size="sm" className="self-start" onClick={() => typeNew(null)}>
          Find a known customer
        </Button>
      </div>
    )
  }
  return (
    <div className="flex flex-col gap-2">
      <Finder text={text} onText={setText} message={formState.errors.customer?.userId?.message} onChoose={choose} />
      <Button variant="secondary" size="sm" className="self-start" onClick={() => typeNew(text)}>
        New customer
      </Button>
    </div>
  )
}

/** The searched text becomes the email address, phone number or name. */
function draftOf(typed: string) {
  const text = typed.trim()
  const empty = { email: '', fullName: '', phone: '', language: '' }
  if (text.includes('@')) return { ...empty, email: text }
  return readPhone(text) === null ? { ...empty, fullName: text } : { ...empty, phone: text }
}

/** Customers with the typed phone number: usually the same person. */
function KnownByPhone({ onChoose }: { onChoose: (customer: PickedCustomer) => void }) {
  const { control } = useFormContext<CustomerDraft>()
  const phone = useWatch({ control, name: 'customer.phone' }) ?? ''
  const isNumber = readPhone(phone) !== null
  const { found } = useCustomerSearch(isNumber ? phone : '')
  if (!isNumber || found.length === 0) return null
  return (
    <FormNote tone="info" role="status">
      <p>This phone number is known:</p>
      <ul className="mt-1 flex flex-col gap-1">
        {found.map((customer) => (
          <li key={customer.userId} className="flex flex-wrap items-center justify-between gap-2">
            <span className="min-w-0 wrap-anywhere">
              {nameOfCustomer(customer)} {contactOfCustomer(customer) !== '' && <>· {contactOfCustomer(customer)}</>}
            </span>
            <Button variant="secondary" size="sm" aria-label={`Use ${nameOfCustomer(customer)}`} onClick={() => onChoose(customer)}>
              Use
            </Button>
          </li>
        ))}
      </ul>
    </FormNote>
  )
}

interface FinderProps {
  text: string
  onText: (text: string) => void
  /** Shown if nobody is chosen. */
  message: string | undefined
  onChoose: (customer: PickedCustomer) => void
}

function Finder({ text, onText, message, onChoose }: FinderProps) {
  const { found, settled } = useCustomerSearch(text)
  const options = found.map((customer): Suggestion & { customer: PickedCustomer } => ({
    key: customer.userId,
    label: nameOfCustomer(customer),
    detail: contactOfCustomer(customer),
    customer,
  }))
  return (
    <SuggestField
      label="Customer"
      placeholder="Name, address or phone number"
      message={message}
      text={text}
      onText={onText}
      options={options}
      onChoose={({ customer }) => onChoose(customer)}
      takesFocus
      none={settled && text.trim().length > 1 ? 'No customer matches' : ''}
    />
  )
}
