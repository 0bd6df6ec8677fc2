import { contactOfCustomer, nameOfCustomer } from '~/lib/customer-name'
import { keepPreviousData } from '@tanstack/react-query'
import { useDeferredValue, useState } from 'react'
import { SuggestField } from '~/components/form/suggest-field'
import { Button } from '~/components/ui/button'
import { trpc, withoutBatch } from '~/trpc/client'

export interface KnownCustomer {
  userId: string
  name: string
}

interface CustomerFieldProps {
  /** The owner when the form opened. */
  known: KnownCustomer | undefined
  userId: string | null
  message: string | undefined
  /** Null for an unknown customer. */
  onChoose: (userId: string | null) => void
}

/** Found by name, email address or phone number, or unknown. */
export function CustomerField({ known, userId, message, onChoose }: CustomerFieldProps) {
  const [text, setText] = useState('')
  const [found, setFound] = useState(known)
  const search = useDeferredValue(text.trim())
  const { data = [] } = trpc.cases.customers.useQuery(
    { search },
    { ...withoutBatch, enabled: search.length > 1, placeholderData: keepPreviousData },
  )
  if (userId !== null) {
    return (
      <div className="flex min-w-0 flex-col gap-1.5">
        <p className="text-sm font-medium text-ink">Customer</p>
        <div className="flex min-h-11 flex-wrap items-center justify-between gap-2">
          <p className="min-w-0 text-sm wrap-anywhere text-ink">{found?.userId === userId ? found.name : 'Chosen'}</p>
          <Button variant="secondary" size="sm" onClick={() => onChoose(null)}>
            Change
          </Button>
        </div>
        {message !== undefined && <p className="text-sm text-danger-ink">{message}</p>}
      </div>
    )
  }
  return (
    <SuggestField
      label="Customer"
      placeholder="Name, address or phone number"
      hint="May stay empty where nobody is known"
      message={message}
      text={text}
      onText={setText}
      options={(search.length > 1 ? data : []).map((each) => ({
        key: each.userId,
        label: nameOfCustomer(each),
        detail: contactOfCustomer(each),
      }))}
      onChoose={({ key, label }) => {
        setFound({ userId: key, name: label })
        setText('')
        onChoose(key)
      }}
      none={search.length > 1 ? 'No customer matches' : ''}
    />
  )
}
