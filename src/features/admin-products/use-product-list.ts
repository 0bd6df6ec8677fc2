import { keepPreviousData } from '@tanstack/react-query'
import { useAdminList } from '~/components/admin-list/use-admin-list'
import { useFailureNotice } from '~/components/ui/use-failure-notice'
import { productListInput } from '~/contracts/product-admin'
import { trpc } from '~/trpc/client'
import { productWords } from './product-words'

/** The view that the address names, and its rows; the rows before stay while the next ones load. */
export function useProductList() {
  const view = useAdminList(productListInput)
  const products = trpc.products.list.useQuery(view.input, { placeholderData: keepPreviousData })
  useFailureNotice(products.error, productWords.loadFailed)
  return { view, products }
}

export type ProductListView = ReturnType<typeof useProductList>['view']
