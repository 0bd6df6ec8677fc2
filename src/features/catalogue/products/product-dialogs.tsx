import { HistoryDisclosure, HistoryRows } from '~/components/admin-list/history-list'
import { AddRecordDialog, EditRecordById, EditRecordDialog } from '~/components/record-form/record-dialogs'
import type { HistoryEntry } from '~/contracts/office/audit'
import { productFields } from '~/contracts/catalogue/product-fields'
import type { Product } from '~/contracts/catalogue/product-admin'
import { historyFields } from '~/lib/field-values'
import { historyLines } from '~/lib/history-lines'
import { trpc } from '~/trpc/client'
import { useNewRecord, useRecordActions } from '~/trpc/use-record-actions'
import { useHistory } from '~/trpc/use-history'
import { productForm } from './product-fields'

/** The dialog behind 'Add Product'. */
export function AddProductDialog({ onClose }: { onClose: () => void }) {
  return <AddRecordDialog definition={productForm} {...useNewRecord('products')} onClose={onClose} />
}

/** The dialog behind a row's 'Edit …'. */
export function EditProductDialog({ product, onClose }: { product: Product; onClose: () => void }) {
  return (
    <EditRecordDialog definition={productForm} row={product} actions={useRecordActions('products', product.id)} onClose={onClose}>
      <HistoryDisclosure>
        <History id={product.id} />
      </HistoryDisclosure>
    </EditRecordDialog>
  )
}

/** The dialog of a product that an address names. */
export function EditProductById({ id, onClose }: { id: string; onClose: () => void }) {
  const query = trpc.products.byId.useQuery({ id })
  return (
    <EditRecordById definition={productForm} query={query} onClose={onClose}>
      {(product) => <EditProductDialog product={product} onClose={onClose} />}
    </EditRecordById>
  )
}

const actions: Record<string, string> = {
  'product.created': 'Product created',
  'product.updated': 'Product updated',
  'product.deleted': 'Product deleted',
}
const fields = historyFields(productFields)
const tell = (entry: HistoryEntry) => historyLines(entry, actions[entry.action] ?? entry.action, fields)

/** Who changed what of a product; not read before it is opened. */
function History({ id }: { id: string }) {
  return <HistoryRows {...useHistory('product', id, tell)} />
}
