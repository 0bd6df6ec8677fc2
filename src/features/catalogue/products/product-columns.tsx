import { ForWriters } from '~/components/admin-list/for-writers'
import { Package, Pencil, Trash2 } from '~/components/icons/lucide'
import { useState } from 'react'
import { isPictureAddress } from '~/contracts/addresses'
import type * as z from 'zod'
import type { ListColumn } from '~/components/admin-list/columns'
import { InlineEdit } from '~/components/admin-list/inline-edit'
import { DetailsLink } from '~/components/admin-list/row-link'
import { Badge } from '~/components/ui/badge'
import { IconButton } from '~/components/ui/icon-button'
import { productChange, type ListedProduct } from '~/contracts/catalogue/product-admin'
import { productFields } from '~/contracts/catalogue/product-fields'
import { writtenValue } from '~/lib/field-values'
import { formatEuro } from '~/lib/money'

/** A drawn package if there is no picture, or it cannot be loaded. */
function ProductPicture({ address }: { address: string | null }) {
  const [broken, setBroken] = useState<string>()
  const shown = address !== null && address !== broken && isPictureAddress(address)
  return (
    <span className="grid size-11 shrink-0 place-items-center overflow-hidden rounded-lg border border-line bg-surface-muted @3xl:size-8">
      {shown ? (
        <picture>
          {/* The name stands beside it, so the picture needs no text. */}
          <img
            src={address}
            alt=""
            width={44}
            height={44}
            loading="lazy"
            decoding="async"
            onError={() => setBroken(address)}
            className="size-full object-contain"
          />
        </picture>
      ) : (
        <Package className="size-5 text-ink-subtle" aria-hidden="true" />
      )}
    </span>
  )
}

interface RowActions {
  onEdit: (product: ListedProduct) => void
  onDelete: (product: ListedProduct) => void
  /** Saves price or stock as it was typed; false where that has failed. */
  onChange: (product: ListedProduct, change: { price: string } | { stockQuantity: string }) => Promise<boolean>
}

/** Shown if stock cannot be typed. */
export const STOCK_OF_UNITS = 'The number of units listed under it'

/** The first fault of a typed value. */
const faultOf = (schema: z.ZodType) => (typed: string) => {
  const parsed = schema.safeParse(typed)
  return parsed.success ? undefined : parsed.error.issues[0]?.message
}
const checkPrice = faultOf(productChange.shape.price)
const checkStock = faultOf(productChange.shape.stockQuantity)

export const productColumns = ({ onEdit, onDelete, onChange }: RowActions): ListColumn<ListedProduct>[] => [
  {
    id: 'name',
    header: 'Product',
    sort: 'ascending',
    card: 'title',
    cell: (product) => (
      <span className="flex items-center gap-3 pr-11 @3xl:min-w-52 @3xl:pr-0">
        <ProductPicture address={product.picture ?? product.imageUrl} />
        <span className="min-w-0">
          <span className="block @max-3xl:in-data-closed:truncate">
            <DetailsLink id={product.id} onOpen={() => onEdit(product)}>
              {product.name}
            </DetailsLink>
          </span>
          {(product.manufacturer !== null || product.model !== null) && (
            <span className="block text-xs wrap-anywhere text-ink-subtle @max-3xl:in-data-closed:truncate">
              {[product.manufacturer, product.model].filter((part) => part !== null).join(' ')}
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
    brief: true,
    cell: (product) => (
      <InlineEdit
        of="products"
        label={`Price of ${product.name}`}
        value={product.price === null ? '' : String(product.price)}
        check={checkPrice}
        onSave={(price) => onChange(product, { price })}
        align="end"
      >
        {product.price === null ? <span className="text-ink-subtle">{productFields.price.none}</span> : formatEuro(product.price)}
      </InlineEdit>
    ),
  },
  {
    id: 'stock',
    header: 'Stock',
    sort: 'ascending',
    card: 'half',
    brief: true,
    cell: (product) => {
      const stock = (
        <Badge tone={product.stockQuantity === 0 ? 'danger' : 'neutral'}>
          {writtenValue(productFields.stockQuantity, product.stockQuantity)}
        </Badge>
      )
      // Stock is the number of listed units.
      if (product.tracksUnits) return <span title={STOCK_OF_UNITS}>{stock}</span>
      return (
        <InlineEdit
          of="products"
          label={`Stock of ${product.name}`}
          value={String(product.stockQuantity)}
          check={checkStock}
          onSave={(stockQuantity) => onChange(product, { stockQuantity })}
        >
          {stock}
        </InlineEdit>
      )
    },
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
      <ForWriters of="products">
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
      </ForWriters>
    ),
  },
]

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
