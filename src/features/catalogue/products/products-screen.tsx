import { ForWriters } from '~/components/admin-list/for-writers'
import { useAdminList } from '~/components/admin-list/use-admin-list'
import { type ListedProduct, type ProductAdminSort, productListInput, productStatuses } from '~/contracts/catalogue/product-admin'
import { capitalised } from '~/lib/text'
import { keepPreviousData } from '@tanstack/react-query'
import { Plus } from '~/components/icons/lucide'
import { type ReactNode, useMemo, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { BulkBar } from '~/components/admin-list/bulk-bar'
import { ExportSelected } from '~/components/admin-list/export-links'
import { useSelection } from '~/components/admin-list/selection'
import { ListScreen } from '~/components/admin-list/list-screen'
import { useAddDialog, useDetails } from '~/components/admin-list/use-dialogs'
import { Button } from '~/components/ui/button'
import { onDemand } from '~/components/ui/on-demand'
import { UploadList } from '~/components/ui/upload-list'
import { trpc } from '~/trpc/client'
import { productColumns, productMessages } from './product-columns'
import { useProductChanges, useProductUploads, type ProductView } from './use-product-changes'

const statusOptions = productStatuses.map((value) => ({ value, label: capitalised(value) }))

const AddProductDialog = onDemand(() => import('./product-dialogs').then((module) => module.AddProductDialog))
const DeleteProductDialog = onDemand(() => import('./delete-product-dialog').then((module) => module.DeleteProductDialog))
const EditProductById = onDemand(() => import('./product-dialogs').then((module) => module.EditProductById))

const stockFlags = [
  { key: 'stock', value: 'in', label: 'In stock' },
  { key: 'stock', value: 'out', label: 'Out of stock' },
]

const sorts: Record<ProductAdminSort, string> = {
  '-created': 'Newest first',
  created: 'Oldest first',
  name: 'Name, A to Z',
  '-name': 'Name, Z to A',
  stock: 'Stock, low to high',
  '-stock': 'Stock, high to low',
}

/** (requirements §2 Product Management): the own catalogue, whose active products the shop shows. @param importing the import of a file */
export function AdminProductsScreen({ importing }: { importing?: ReactNode }) {
  const view = useAdminList(productListInput)
  const products = trpc.products.list.useQuery(view.input, { placeholderData: keepPreviousData })
  const [adding, setAdding] = useAddDialog()
  const { id: detailsId, close } = useDetails()
  const [edited, setEdited] = useState<ListedProduct>()
  const [deleting, setDeleting] = useState<ListedProduct>()
  const { changeOne, changeMany, isPending } = useProductChanges()
  const uploads = useProductUploads()
  /** The open product's uploads are shown in its dialog. */
  const inDialog = edited?.id ?? detailsId
  const shownUploads = uploads.uploads.filter(({ part }) => part !== inDialog)
  const columns = useMemo(() => productColumns({ onEdit: setEdited, onDelete: setDeleting, onChange: changeOne }), [changeOne])
  const list = useRef<HTMLDivElement>(null)
  const { data } = products
  const { search, category, status, stock } = view.input
  const categories = new Set((data?.categories ?? []).map(({ name }) => name))
  // A category that no longer exists stays visible in the selector.
  if (category !== undefined) categories.add(category)
  const page = (data?.rows ?? []).map(({ id, version, name }) => ({ id, version, name }))
  const { chosen, ...selection } = useSelection<ProductView>(page, {
    ...(search !== undefined && { search }),
    ...(category !== undefined && { category }),
    ...(status && { status }),
    ...(stock && { stock }),
  })
  const setActive = async (isActive: boolean) => {
    if (await changeMany(chosen, isActive)) selection.clear()
  }

  const afterDeletion = () => {
    // The focused button is gone with its row.
    flushSync(() => setDeleting(undefined))
    list.current?.focus()
    if (data?.rows.length === 1 && view.page > 1) view.previous()
  }

  return (
    <>
      <ListScreen
        title="Product Management"
        subtitle="Products: what visitors can buy, with price and stock"
        actions={
          <div className="flex flex-wrap gap-2">
            {importing}
            <ForWriters of="products">
              <Button size="sm" onClick={() => setAdding(true)}>
                <Plus className="size-4" aria-hidden="true" />
                Add Product
              </Button>
            </ForWriters>
          </div>
        }
        noun="products"
        messages={productMessages}
        query={products}
        view={view}
        sorts={sorts}
        sortsBeyondColumns
        flags={stockFlags}
        choices={[
          {
            key: 'category',
            label: 'Filter products',
            all: 'All Categories',
            options: [...categories].map((name) => ({ value: name, label: name })),
          },
          { key: 'status', label: 'Filter by status', all: 'All Statuses', options: statusOptions },
        ]}
        selection={selection}
        bar={
          data && (
            // With more matches than are counted, 'all' has no known size.
            <BulkBar noun="products" matching={data.matchingIsLeast ? 0 : data.matching}>
              <ForWriters of="products">
                <Button size="sm" variant="secondary" busy={isPending} onClick={() => void setActive(true)}>
                  Make active
                </Button>
                <Button size="sm" variant="secondary" busy={isPending} onClick={() => void setActive(false)}>
                  Make inactive
                </Button>
              </ForWriters>
              <ExportSelected chosen={chosen} />
            </BulkBar>
          )
        }
        columns={columns}
        list={data}
        panel={list}
      >
        {shownUploads.length > 0 && (
          <div className="mb-4">
            <UploadList uploads={shownUploads} onAgain={uploads.again} onDrop={uploads.drop} />
          </div>
        )}
      </ListScreen>
      {adding && <AddProductDialog onClose={() => setAdding(false)} />}
      {detailsId !== undefined && <EditProductById key={detailsId} id={detailsId} uploads={uploads} onClose={close} />}
      {edited && <EditProductById id={edited.id} uploads={uploads} onClose={() => setEdited(undefined)} />}
      {deleting && <DeleteProductDialog product={deleting} onCancel={() => setDeleting(undefined)} onGone={afterDeletion} />}
    </>
  )
}
