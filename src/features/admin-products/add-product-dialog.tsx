import { useDiscardGuard } from '~/components/form/use-discard-guard'
import { Modal } from '~/components/ui/modal'
import { notifySuccess } from '~/components/ui/notify'
import { USUAL_CONDITION } from '~/contracts/product-admin'
import { trpc } from '~/trpc/client'
import { useSubmission } from '~/trpc/use-submission'
import type { ProductDraft } from './product-fields'
import { ProductForm } from './product-form'
import { productWords } from './product-words'

const newProduct: ProductDraft = {
  name: '',
  category: '',
  manufacturer: '',
  model: '',
  price: '',
  stockQuantity: '',
  description: '',
  imageUrl: null,
  isActive: true,
  isPreOrder: false,
  condition: USUAL_CONDITION,
  rating: '',
  hashrate: '',
  power: '',
  efficiency: '',
  collections: '',
  shopUrl: '',
}

/** The dialog behind 'Add Product'. */
export function AddProductDialog({ onClose }: { onClose: () => void }) {
  const guard = useDiscardGuard(onClose)
  const utils = trpc.useUtils()
  const submit = useSubmission()
  const create = trpc.products.create.useMutation({
    onSuccess: () => {
      void utils.products.list.invalidate()
      notifySuccess(productWords.created)
      onClose()
    },
  })

  return (
    <Modal title="Add Product" onClose={guard.close} className="max-w-2xl">
      <ProductForm
        values={newProduct}
        onSave={async (product) => {
          await submit((idempotencyKey) => create.mutateAsync({ ...product, idempotencyKey }))
        }}
        onDirty={guard.setDirty}
        onCancel={guard.close}
        saving={create.isPending}
      />
      {guard.question}
    </Modal>
  )
}
