import { DataTable } from '~/components/admin-list/data-table'
import { EmptyList } from '~/components/admin-list/empty-list'
import type { ListColumn } from '~/components/admin-list/list-column'
import { ListPanel } from '~/components/admin-list/list-panel'
import { Pagination } from '~/components/admin-list/pagination'
import { Button } from '~/components/ui/button'
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
      {list?.rows.length !== 0 && (
        <DataTable
          label="Products"
          columns={columns}
          rows={list?.rows}
          rowId={(product) => product.id}
          sort={view.input.sort}
          onSort={(sort) => view.show({ sort })}
          aria-busy={loading}
        />
      )}
      <div aria-live="polite">
        {list?.total === 0 && (
          <EmptyList text={productWords.none}>
            <p className="text-sm text-ink-muted">Add the first one with the button above.</p>
          </EmptyList>
        )}
        {list?.rows.length === 0 && list.total > 0 && (
          <EmptyList text={productWords.noneMatch}>
            <Button variant="secondary" size="sm" onClick={() => view.show({ search: undefined, category: undefined, status: undefined })}>
              Show all products
            </Button>
          </EmptyList>
        )}
      </div>
      {list && list.rows.length > 0 && (
        <Pagination
          noun="products"
          page={view.page}
          list={list}
          previousKnown={view.previousKnown}
          onPrevious={view.previous}
          onNext={view.next}
        />
      )}
    </ListPanel>
  )
}
