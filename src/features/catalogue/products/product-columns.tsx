import { Package, Pencil, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { isPictureAddress } from '~/contracts/addresses'
import type { ListColumn } from '~/components/admin-list/columns'
import { Badge } from '~/components/ui/badge'
import { IconButton } from '~/components/ui/icon-button'
import type { Product } from '~/contracts/catalogue/product-admin'
import { productFields } from '~/contracts/catalogue/product-fields'
import { writtenValue } from '~/lib/field-values'
import { formatEuro } from '~/lib/money'

/** A product's picture, small; a drawn package where there is none, or none that can be loaded. */
function ProductPicture({ address }: { address: string | null }) {
  const [broken, setBroken] = useState<string>()
  const shown = address !== null && address !== broken && isPictureAddress(address)
  return (
    <span className="grid size-11 shrink-0 place-items-center overflow-hidden rounded-lg border border-line bg-surface-muted">
      {shown ? (
        <picture>
          {/* The name stands beside it, so the picture has nothing of its own to say. */}
          <img
            src={address}
            alt=""
            width={44}
            height={44}
            loading="lazy"
            decoding="async"
            onError={() => setBroken(address)}
            className="size-11 object-contain"
          />
        </picture>
      ) : (
        <Package className="size-5 text-ink-subtle" aria-hidden="true" />
      )}
    </span>
  )
}

interface RowActions {
  onEdit: (product: Product) => void
  onDelete: (product: Product) => void
}

/** The table's columns (spec §2 Product Management); 'name' and 'stock' are what the procedure sorts by. */
export const productColumns = ({ onEdit, onDelete }: RowActions): ListColumn<Product>[] => [
  {
    id: 'name',
    header: 'Product',
    sort: 'ascending',
    card: 'title',
    cell: ({ name, manufacturer, model, imageUrl }) => (
      <span className="flex items-center gap-3 pr-11 @3xl:min-w-52 @3xl:pr-0">
        <ProductPicture address={imageUrl} />
        <span className="min-w-0">
          <span className="block font-medium wrap-anywhere text-ink">{name}</span>
          {(manufacturer !== null || model !== null) && (
            <span className="block text-xs wrap-anywhere text-ink-subtle">
              {[manufacturer, model].filter((part) => part !== null).join(' ')}
            </span>
          )}
        </span>
      </span>
    ),
  },
  { id: 'category', header: 'Category', card: 'half', cell: ({ category }) => <span className="wrap-anywhere">{category}</span> },
  {
    id: 'price',
    header: 'Price',
    align: 'end',
    card: 'half',
    cell: ({ price }) =>
      price === null ? <span className="text-ink-subtle">{productFields.price.none}</span> : <span>{formatEuro(price)}</span>,
  },
  {
    id: 'stock',
    header: 'Stock',
    sort: 'ascending',
    card: 'half',
    cell: ({ stockQuantity }) => (
      <Badge tone={stockQuantity === 0 ? 'danger' : 'neutral'}>{writtenValue(productFields.stockQuantity, stockQuantity)}</Badge>
    ),
  },
  {
    id: 'status',
    header: 'Status',
    card: 'half',
    cell: ({ isActive }) => <Badge tone={isActive ? 'success' : 'neutral'}>{writtenValue(productFields.isActive, isActive)}</Badge>,
  },
  {
    id: 'actions',
    header: 'Actions',
    align: 'end',
    card: 'corner',
    cell: (product) => (
      <span className="inline-flex whitespace-nowrap">
        <IconButton label={`Edit ${product.name}`} onClick={() => onEdit(product)} className="-my-1.5 text-ink-muted hover:text-ink">
          <Pencil className="size-4" aria-hidden="true" />
        </IconButton>
        <IconButton
          label={`Delete ${product.name}`}
          onClick={() => onDelete(product)}
          className="-my-1.5 text-ink-muted hover:text-danger-ink"
        >
          <Trash2 className="size-4" aria-hidden="true" />
        </IconButton>
      </span>
    ),
  },
]

/** Texts of Product Management (spec §2, §8). */
export const productMessages = {
  added: 'Product created successfully',
  updated: 'Product updated successfully',
  deleted: 'Product deleted successfully',
  saveFailed: 'Failed to save product',
  deleteFailed: 'Failed to delete product',
  loadFailed: 'Failed to fetch products',
  askDelete: 'Are you sure you want to delete this product?',
  noneMatch: 'No products match your search',
  none: 'No products found',
  missing: 'There is no such product.',
} as const
