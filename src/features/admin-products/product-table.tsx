import type { ListColumn } from '~/components/admin-list/list-column'
import { ListPanel } from '~/components/admin-list/list-panel'
import { ListRows } from '~/components/admin-list/list-rows'
import type { Product, ProductList } from '~/contracts/product-admin'
import { ProductToolbar } from './product-toolbar'
import { productWords } from './product-words'
import type { ProductListView } from './use-product-list'

interface ProductTableProps {
  view: ProductListView
  /** Undefined while the first page is being loaded. */
  list: ProductList | undefined
  columns: readonly ListColumn<Product>[]
  /** True while other rows than those shown are on their way. */
  loading: boolean
}

/** The products' rows with search, filters, sort and pages. */
export function ProductTable({ view, list, columns, loading }: ProductTableProps) {
  return (
    <ListPanel>
      <ProductToolbar view={view} categories={list?.categories} />
      <ListRows
        noun="products"
        columns={columns}
        view={view}
        sort={view.input.sort}
        list={list}
        loading={loading}
        none={productWords.none}
        noneMatch={productWords.noneMatch}
        onShowAll={() => view.show({ search: undefined, category: undefined, status: undefined })}
      />
    </ListPanel>
  )
}
