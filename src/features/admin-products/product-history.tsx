import { HistoryDisclosure } from '~/components/admin-list/history-disclosure'
import { HistoryRows } from '~/components/admin-list/history-list'
import type { HistoryEntry } from '~/contracts/audit'
import { historyLines } from '~/lib/history-lines'
import { useHistory } from '~/trpc/use-history'
import { productLabels } from './product-labels'

const actions: Record<string, string> = {
  'product.created': 'Product created',
  'product.updated': 'Product updated',
  'product.deleted': 'Product deleted',
}

const tell = (entry: HistoryEntry) => historyLines(entry, actions[entry.action] ?? entry.action, productLabels)

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
