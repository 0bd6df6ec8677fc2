import { useMemo, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { conflictRows, type Stored } from '~/components/form/conflict'
import { ConflictView } from '~/components/form/conflict-view'
import { useDiscardGuard } from '~/components/form/use-discard-guard'
import { useVersionedSave } from '~/components/form/use-versioned-save'
import { Modal } from '~/components/ui/modal'
import { notifySuccess } from '~/components/ui/notify'
import type { Product, ProductInput } from '~/contracts/product-admin'
import { trpc } from '~/trpc/client'
import { productComparison } from './product-comparison'
import type { ProductDraft } from './product-fields'
import { ProductForm, sayProductFailure } from './product-form'
import { ProductHistory } from './product-history'
import { productWords } from './product-words'

/** What the form edits, apart from what the server keeps. */
function toStored({ id: _id, version, createdAt: _createdAt, updatedAt: _updatedAt, ...values }: Product): Stored<ProductInput> {
  return { values, version }
}

/** As it is typed, so that a field that was changed and changed back counts as unchanged. */
const toDraft = ({ price, stockQuantity, rating, collections, ...rest }: ProductInput): ProductDraft => ({
  ...rest,
  manufacturer: rest.manufacturer ?? '',
  model: rest.model ?? '',
  price: price === null ? '' : String(price),
  stockQuantity: String(stockQuantity),
  description: rest.description ?? '',
  rating: typeof rating !== 'number' ? '' : String(rating),
  hashrate: rest.hashrate ?? '',
  power: rest.power ?? '',
  efficiency: rest.efficiency ?? '',
  collections: collections?.join(', ') ?? '',
  shopUrl: rest.shopUrl ?? '',
})

/** The dialog behind a row's 'Edit …'. */
export function EditProductDialog({ product, onClose }: { product: Product; onClose: () => void }) {
  const guard = useDiscardGuard(onClose)
  const utils = trpc.useUtils()
  const update = trpc.products.update.useMutation()
  const [base, setBase] = useState(() => toStored(product))
  const draft = useMemo(() => toDraft(base.values), [base])

  const { saveOver, conflict, keepMine, useTheirs, dismiss } = useVersionedSave<ProductInput>({
    save: async (values, version) => toStored(await update.mutateAsync({ ...values, id: product.id, version })),
    reload: async () => toStored(await utils.products.byId.fetch({ id: product.id }, { staleTime: 0 })),
    onStored: (now, how) => {
      void utils.products.list.invalidate()
      void utils.audit.history.invalidate({ subjectType: 'product', subjectId: product.id })
      if (how === 'taken over') {
        setBase(now)
      } else {
        notifySuccess(productWords.updated)
        onClose()
      }
    },
  })

  /** From the comparison back to the form, which takes the focus. */
  const form = useRef<HTMLDivElement>(null)
  const backBy = (leave: () => void) => () => {
    flushSync(leave)
    form.current?.focus()
  }

  return (
    <Modal title="Edit Product" onClose={conflict ? backBy(dismiss) : guard.close} className="max-w-2xl">
      {/* The form stays mounted behind the comparison: closing that leads back to what was typed. */}
      <div ref={form} tabIndex={-1} hidden={conflict !== undefined} className="outline-none">
        <ProductForm
          values={draft}
          onSave={(values) => saveOver(values, base)}
          onDirty={guard.setDirty}
          onCancel={guard.close}
          saving={update.isPending}
        >
          <ProductHistory id={product.id} />
        </ProductForm>
      </div>
      {conflict && (
        <ConflictView
          subject="this product"
          rows={conflictRows(conflict, productComparison)}
          onKeepMine={() => void keepMine().catch(sayProductFailure)}
          onUseTheirs={backBy(useTheirs)}
          saving={update.isPending}
        />
      )}
      {guard.question}
    </Modal>
  )
}
