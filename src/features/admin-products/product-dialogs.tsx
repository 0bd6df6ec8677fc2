import { DetailsDialog } from '~/components/admin-list/details-dialog'
import { HistoryDisclosure, HistoryRows } from '~/components/admin-list/history-list'
import type { Stored } from '~/components/form/conflict'
import { AddRecordDialog, EditRecordDialog } from '~/components/record-form/record-dialogs'
import { notifySuccess } from '~/components/ui/notify'
import type { HistoryEntry } from '~/contracts/audit'
import { productFields } from '~/contracts/product-fields'
import type { Product, ProductInput } from '~/contracts/product-admin'
import { comparedFields, draftOf, historyFields, newDraft } from '~/lib/field-values'
import { historyLines } from '~/lib/history-lines'
import { trpc } from '~/trpc/client'
import { useHistory } from '~/trpc/use-history'
import { useSubmission } from '~/trpc/use-submission'
import { productForm, type ProductDraft } from './product-fields'
import { productMessages } from './product-messages'

const newProduct = newDraft<ProductDraft>(productFields)

/** The dialog behind 'Add Product'. */
export function AddProductDialog({ onClose }: { onClose: () => void }) {
  const utils = trpc.useUtils()
  const submit = useSubmission()
  const create = trpc.products.create.useMutation({
    onSuccess: () => {
      void utils.products.list.invalidate()
      notifySuccess(productMessages.created)
      onClose()
    },
  })
  return (
    <AddRecordDialog
      title="Add Product"
      definition={productForm}
      draft={newProduct}
      onSave={async (product) => {
        await submit((idempotencyKey) => create.mutateAsync({ ...product, idempotencyKey }))
      }}
      saving={create.isPending}
      onClose={onClose}
    />
  )
}

/** What the form edits, apart from what the server keeps. */
function toStored({ id: _id, version, createdAt: _createdAt, updatedAt: _updatedAt, ...values }: Product): Stored<ProductInput> {
  return { values, version }
}
const toDraft = (product: ProductInput) => draftOf<ProductDraft>(productFields, product)
const compared = comparedFields(productFields)

/** The dialog behind a row's 'Edit …'. */
export function EditProductDialog({ product, onClose }: { product: Product; onClose: () => void }) {
  const { id } = product
  const utils = trpc.useUtils()
  const update = trpc.products.update.useMutation()
  return (
    <EditRecordDialog
      title="Edit Product"
      subject="this product"
      definition={productForm}
      stored={toStored(product)}
      toDraft={toDraft}
      compared={compared}
      save={async (values, version) => toStored(await update.mutateAsync({ ...values, id, version }))}
      reload={async () => toStored(await utils.products.byId.fetch({ id }, { staleTime: 0 }))}
      onStored={() => {
        void utils.products.list.invalidate()
        void utils.audit.history.invalidate({ subjectType: 'product', subjectId: id })
      }}
      onSaved={() => notifySuccess(productMessages.updated)}
      saving={update.isPending}
      onClose={onClose}
    >
      <HistoryDisclosure>
        <History id={id} />
      </HistoryDisclosure>
    </EditRecordDialog>
  )
}

/** The dialog of a product that an address names, whatever rows the list shows. */
export function EditProductById({ id, onClose }: { id: string; onClose: () => void }) {
  const product = trpc.products.byId.useQuery({ id })
  if (product.data) return <EditProductDialog product={product.data} onClose={onClose} />
  return (
    <DetailsDialog
      title="Edit Product"
      record={product}
      missing={productMessages.missing}
      failed={productMessages.loadFailed}
      onClose={onClose}
    >
      {() => null}
    </DetailsDialog>
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
