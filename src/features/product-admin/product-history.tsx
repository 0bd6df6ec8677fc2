import { HistoryDisclosure } from '~/components/admin-list/history-disclosure'
import { HistoryRows } from '~/components/admin-list/history-list'
import type { HistoryEntry } from '~/contracts/audit'
import { historyLines, type HistoryField } from '~/lib/history-lines'
import { formatEuro } from '~/lib/money'
import { useHistory } from '~/trpc/use-history'
import { productWords, statusWord, stockText } from './product-words'

const actions: Record<string, string> = {
  'product.created': 'Product created',
  'product.updated': 'Product updated',
  'product.deleted': 'Product deleted',
}

const fields: Record<string, HistoryField> = {
  name: { label: 'Name' },
  category: { label: 'Category' },
  manufacturer: { label: 'Manufacturer' },
  model: { label: 'Model' },
  price: { label: 'Price', write: (price) => (typeof price === 'number' ? formatEuro(price) : productWords.noPrice) },
  stockQuantity: { label: 'Stock', write: (pieces) => stockText(Number(pieces)) },
  description: { label: 'Description' },
  imageUrl: { label: 'Picture' },
  isActive: { label: 'Status', write: (isActive) => statusWord(isActive === true) },
}

const tell = (entry: HistoryEntry) => historyLines(entry, actions[entry.action] ?? entry.action, fields)

function Lines({ id }: { id: string }) {
  return <HistoryRows {...useHistory('product', id, tell)} />
}

/** Who changed what of a product, behind 'History' in its dialog. */
export function ProductHistory({ id }: { id: string }) {
  return (
    <HistoryDisclosure>
      <Lines id={id} />
    </HistoryDisclosure>
  )
}
