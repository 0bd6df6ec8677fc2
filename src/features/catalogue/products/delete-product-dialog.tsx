import { failureToast } from '~/components/form/use-action'
import { ConfirmDialog } from '~/components/ui/confirm-dialog'
import { notifySuccess } from '~/components/ui/notify'
import type { Product } from '~/contracts/catalogue/product-admin'
import { trpc } from '~/trpc/client'
import { productMessages } from './product-columns'

interface DeleteProductDialogProps {
  product: Pick<Product, 'id' | 'name'>
  onCancel: () => void
  /** Called when the row is gone, deleted here or by somebody else. */
  onGone: () => void
}

/** (requirements §2 Product Management) */
export function DeleteProductDialog({ product, onCancel, onGone }: DeleteProductDialogProps) {
  const utils = trpc.useUtils()
  const remove = trpc.products.delete.useMutation({
    onSuccess: async () => {
      notifySuccess(productMessages.deleted)
      await utils.products.list.invalidate()
      onGone()
    },
    onError: async (error) => {
      failureToast(productMessages.deleteFailed)(error)
      if (error.data?.code !== 'NOT_FOUND') return
      await utils.products.list.invalidate()
      onGone()
    },
  })

  return (
    <ConfirmDialog
      title={`Delete ${product.name}`}
      message={productMessages.askDelete}
      confirmLabel="Delete"
      cancelLabel="Cancel"
      busy={remove.isPending}
      onConfirm={() => remove.mutate({ id: product.id })}
      onCancel={onCancel}
    />
  )
}
