import { Plus } from 'lucide-react'
import { useMemo, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { useAddDialog } from '~/components/admin-list/use-add-dialog'
import { useDetails } from '~/components/admin-list/use-details'
import { serverMessage } from '~/components/form/server-errors'
import { ScreenHeader } from '~/components/layouts/screen-header'
import { Button } from '~/components/ui/button'
import { LoadFailure } from '~/components/ui/load-failure'
import { onDemand } from '~/components/ui/on-demand'
import type { Product } from '~/contracts/product-admin'
import { ImportProducts } from './import-products'
import { productColumns } from './product-columns'
import { ProductTable } from './product-table'
import { productWords } from './product-words'
import { useProductList } from './use-product-list'

const AddProductDialog = onDemand(() => import('./add-product-dialog').then((module) => module.AddProductDialog))
const DeleteProductDialog = onDemand(() => import('./delete-product-dialog').then((module) => module.DeleteProductDialog))
const EditProductById = onDemand(() => import('./edit-product-by-id').then((module) => module.EditProductById))
const EditProductDialog = onDemand(() => import('./edit-product-dialog').then((module) => module.EditProductDialog))

/** Product Management (spec §2): the own catalogue, of which the shop shows what is active. */
export function AdminProductsScreen() {
  const { view, products } = useProductList()
  const [adding, setAdding] = useAddDialog()
  const { id: detailsId, close } = useDetails()
  const [edited, setEdited] = useState<Product>()
  const [deleting, setDeleting] = useState<Product>()
  const columns = useMemo(() => productColumns({ onEdit: setEdited, onDelete: setDeleting }), [])
  const list = useRef<HTMLDivElement>(null)
  const { data } = products

  const afterDeletion = () => {
    // The button that had the focus is gone with its row.
    flushSync(() => setDeleting(undefined))
    list.current?.focus()
    if (data?.rows.length === 1 && view.page > 1) view.previous()
  }

  return (
    <>
      <ScreenHeader title="Product Management" subtitle="What the shop sells: prices, stock and what visitors see">
        <div className="flex flex-wrap gap-2">
          <ImportProducts />
          <Button size="sm" onClick={() => setAdding(true)}>
            <Plus className="size-4" aria-hidden="true" />
            Add Product
          </Button>
        </div>
      </ScreenHeader>
      {products.isError && !data ? (
        <LoadFailure
          message={productWords.loadFailed}
          reason={serverMessage(products.error)}
          onRetry={() => void products.refetch()}
          retrying={products.isFetching}
        />
      ) : (
        <div ref={list} tabIndex={-1} className="outline-none">
          <ProductTable view={view} list={data} columns={columns} loading={products.isPlaceholderData} />
        </div>
      )}
      {adding && <AddProductDialog onClose={() => setAdding(false)} />}
      {detailsId !== undefined && <EditProductById key={detailsId} id={detailsId} onClose={close} />}
      {edited && <EditProductDialog product={edited} onClose={() => setEdited(undefined)} />}
      {deleting && <DeleteProductDialog product={deleting} onCancel={() => setDeleting(undefined)} onGone={afterDeletion} />}
    </>
  )
}
