import { Container } from '~/components/ui/container'
import { LinkButton } from '~/components/ui/link-button'
import { PageHeader } from '~/components/ui/page-header'
import { productsHeader } from '~/content/products'
import { PRODUCTS_PER_PAGE, type ProductPage } from '~/contracts/catalogue/products'
import { paths, productPageOf } from '~/lib/paths'
import { gridClasses, MOST_COLUMNS } from './products-skeleton'
import { ProductCard } from './product-card'

interface ProductListScreenProps {
  list: Pick<ProductPage, 'products' | 'total'>
  /** From 2. */
  page: number
}

/** Number of pages. */
const pagesOf = (total: number): number => Math.ceil(total / PRODUCTS_PER_PAGE)

/** Server-rendered, for readers without scripts and for search engines. */
export function ProductListScreen({ list: { products, total }, page }: ProductListScreenProps) {
  return (
    <>
      <PageHeader title={productsHeader.title} lead={`Page ${page} of ${pagesOf(total)}`}>
        <LinkButton href={paths.products} variant="inverse" size="lg" className="mt-8">
          Search all products
        </LinkButton>
      </PageHeader>
      <section aria-label="Products" className="py-6">
        <Container>
          <h2 className="sr-only">List of products</h2>
          <ul className={gridClasses}>
            {products.map((product, index) => (
              <li key={product.id}>
                <ProductCard product={product} eager={index < MOST_COLUMNS} />
              </li>
            ))}
          </ul>
          <nav aria-label="Pages" className="mt-10 flex justify-center gap-4">
            <LinkButton href={productPageOf(page - 1)} variant="secondary">
              Previous page
            </LinkButton>
            {page < pagesOf(total) && (
              <LinkButton href={productPageOf(page + 1)} variant="secondary">
                Next page
              </LinkButton>
            )}
          </nav>
        </Container>
      </section>
    </>
  )
}
