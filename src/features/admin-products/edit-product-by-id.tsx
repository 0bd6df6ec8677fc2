import { DetailsDialog } from '~/components/admin-list/details-dialog'
import { trpc } from '~/trpc/client'
import { EditProductDialog } from './edit-product-dialog'
import { productWords } from './product-words'

/** The dialog of a product that an address names, whatever rows the list shows. */
export function EditProductById({ id, onClose }: { id: string; onClose: () => void }) {
  const product = trpc.products.byId.useQuery({ id })
  if (product.data) return <EditProductDialog product={product.data} onClose={onClose} />
  return (
    <DetailsDialog
      title="Edit Product"
      record={product}
      missing="There is no such product."
      failed={productWords.loadFailed}
      onClose={onClose}
    >
      {() => null}
    </DetailsDialog>
  )
}
