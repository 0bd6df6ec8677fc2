import { useCallback } from 'react'
import type * as z from 'zod'
import { outcomeText } from '~/components/admin-list/bulk-bar'
import type { ChosenRows } from '~/components/admin-list/selection'
import { failureToast } from '~/components/form/use-action'
import { notifyError, notifySuccess } from '~/components/ui/notify'
import type { ListedProduct, productChange, ProductListInput } from '~/contracts/catalogue/product-admin'
import { trpc } from '~/trpc/client'
import { useUploads } from '~/trpc/use-uploads'
import { productMessages } from './product-columns'

export type ProductView = Pick<ProductListInput, 'search' | 'category' | 'status' | 'stock'>
type Change = z.input<typeof productChange>
/** Without a version the row changes even if it was changed since. */
type Chosen = ChosenRows<ProductView> | { ids: { id: string; version?: number }[] }

/** A picture's part is its product's id. Uploads continue after the dialog closes. */
export function useProductUploads() {
  const { products } = trpc.useUtils()
  return useUploads(
    '/api/product-pictures',
    (productId = '') => ({ productId }),
    () => void products.invalidate(),
  )
}

/** Changes products outside their form: one in its row, or all selected. */
export function useProductChanges() {
  const utils = trpc.useUtils()
  const { mutateAsync: change, isPending } = trpc.products.change.useMutation()
  const readAgain = useCallback(
    () => Promise.all([utils.products.invalidate(), utils.audit.history.invalidate(), utils.dashboard.invalidate()]),
    [utils],
  )

  /** Stable identity. @returns true if it was saved */
  const changeOne = useCallback(
    async ({ id, version, name }: ListedProduct, values: Change): Promise<boolean> => {
      try {
        const { counts } = await change({ ids: [{ id, version }], ...values })
        await readAgain()
        if (counts.conflict + counts.missing > 0) {
          const reason =
            counts.missing > 0 ? productMessages.missing : `Somebody else has changed ${name} in the meantime. Look at it again.`
          notifyError(productMessages.saveFailed, reason, reason, name)
          return false
        }
        notifySuccess(productMessages.updated, { about: name })
        return true
      } catch (error) {
        failureToast(productMessages.saveFailed, name)(error)
        return false
      }
    },
    [change, readAgain],
  )

  /** @returns true on success */
  const changeMany = async (chosen: Chosen, isActive: boolean): Promise<boolean> => {
    try {
      const { counts, results } = await change({ ...chosen, isActive })
      const changed = results.flatMap(({ id, outcome }) => (outcome === 'changed' ? [{ id }] : []))
      const undo = { label: 'Undo', onAction: () => void changeMany({ ids: changed }, !isActive) }
      notifySuccess(outcomeText(counts), changed.length > 0 ? { action: undo } : {})
      await readAgain()
      return true
    } catch (error) {
      failureToast(productMessages.saveFailed)(error)
      return false
    }
  }
  return { changeOne, changeMany, isPending }
}
