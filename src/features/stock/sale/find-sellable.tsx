import { keepPreviousData } from '@tanstack/react-query'
import { useState } from 'react'
import { SuggestField } from '~/components/form/suggest-field'
import { useSettled } from '~/components/form/use-settled'
import type { Sellable } from '~/contracts/stock/sales'
import { formatEuro } from '~/lib/money'
import { trpc, withoutBatch } from '~/trpc/client'

const stockOf = ({ kind, free, tracksUnits }: Sellable) => {
  if (kind === 'unit') return 'one unit'
  return `${free ?? 0} ${kind === 'part' ? 'in stock' : 'free'}${tracksUnits ? ', scanned when it goes' : ''}`
}

const detailOf = (found: Sellable) =>
  [found.number, found.price === null ? 'no price' : formatEuro(found.price), stockOf(found)].filter((part) => part !== '').join(' · ')

interface FindSellableProps {
  message: string | undefined
  onChoose: (found: Sellable) => void
}

/** Finds what is sold, by its name or by a scanned code: products, units and parts. */
export function FindSellable({ message, onChoose }: FindSellableProps) {
  const [text, setText] = useState('')
  const search = useSettled(text.trim())
  const enabled = search.length > 1
  const { data = [], isFetching } = trpc.orders.sellables.useQuery(
    { search },
    { ...withoutBatch, enabled, placeholderData: keepPreviousData },
  )
  const found = enabled && text.trim() !== '' ? data : []
  return (
    <SuggestField
      label="Product, unit or part"
      placeholder="Type a name, or scan a label"
      message={message}
      text={text}
      onText={setText}
      options={found.map((each) => ({ key: `${each.kind} ${each.id}`, label: each.name, detail: detailOf(each), each }))}
      onChoose={({ each }) => {
        setText('')
        onChoose(each)
      }}
      takesFocus
      none={enabled && !isFetching && search === text.trim() ? 'Nothing matches' : ''}
    />
  )
}
