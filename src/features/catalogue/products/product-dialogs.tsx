import { useId } from 'react'
import { useFormState, useWatch, type Control } from 'react-hook-form'
import type * as z from 'zod'
import { HistoryDisclosure, HistoryRows } from '~/components/admin-list/history-list'
import { DescribedFields } from '~/components/form/described-fields'
import { FieldFrame } from '~/components/form/field-frame'
import { FormNote } from '~/components/form/form-note'
import { failureToast } from '~/components/form/use-action'
import { TextField } from '~/components/form/text-field'
import { AddRecordDialog, EditRecordById, EditRecordDialog, type RecordDefinition } from '~/components/record-form/record-dialogs'
import { pictureAddress, productInput, type Product, type ProductInput } from '~/contracts/catalogue/product-admin'
import { productFields } from '~/contracts/catalogue/product-fields'
import type { HistoryEntry } from '~/contracts/audit'
import { historyFields, comparedFields, draftOf, newDraft } from '~/lib/field-values'
import { historyLines } from '~/lib/history-lines'
import { trpc } from '~/trpc/client'
import { useHistory } from '~/trpc/use-history'
import { useNewRecord, useRecordActions } from '~/trpc/use-record-actions'
import { FillFromModel } from '../models/model-finder'
import { productMessages, STOCK_OF_UNITS } from './product-columns'
import { ProductPictures } from './product-pictures'
import type { useProductUploads } from './use-product-changes'

export function AddProductDialog({ onClose }: { onClose: () => void }) {
  return (
    <AddRecordDialog definition={productForm} {...useNewRecord('products')} onClose={onClose}>
      <p className="border-t border-line px-5 py-4 text-sm text-ink-muted sm:px-6">
        You can add pictures once the product is saved: open it again in the list.
      </p>
    </AddRecordDialog>
  )
}

interface EditDialogProps {
  /** Uploads in progress, of all products. */
  uploads: ReturnType<typeof useProductUploads>
  onClose: () => void
}

function EditProductDialog({ product, uploads, onClose }: EditDialogProps & { product: Product }) {
  return (
    <EditRecordDialog
      definition={product.tracksUnits ? formOfUnits : productForm}
      row={product}
      actions={useRecordActions('products', product.id)}
      onClose={onClose}
    >
      <ProductPictures product={product} uploads={uploads} />
      <HistoryDisclosure>
        <History id={product.id} />
      </HistoryDisclosure>
    </EditRecordDialog>
  )
}

export function EditProductById({ id, uploads, onClose }: EditDialogProps & { id: string }) {
  // Not kept: the form must begin with what is stored when it opens.
  const query = trpc.products.byId.useQuery({ id }, { gcTime: 0 })
  return (
    <EditRecordById definition={productForm} query={query} onClose={onClose}>
      {(product) => <EditProductDialog product={product} uploads={uploads} onClose={onClose} />}
    </EditRecordById>
  )
}

const actions: Record<string, string> = {
  'product.created': 'Product created',
  'product.updated': 'Product updated',
  'product.deleted': 'Product deleted',
  'product.picture_added': 'Picture added',
  'product.picture_moved': 'Picture moved',
  'product.picture_removed': 'Picture removed',
}
const fields = { ...historyFields(productFields), altText: { label: 'Alt text of a picture' } }
const tell = (entry: HistoryEntry) => historyLines(entry, actions[entry.action] ?? entry.action, fields)

function History({ id }: { id: string }) {
  return <HistoryRows {...useHistory('product', id, tell)} />
}

type ProductDraft = z.input<typeof productInput>

interface ProductFieldsProps {
  control: Control<ProductDraft, unknown, ProductInput>
}

const { stockQuantity: stockField, ...fieldsWithoutStock } = productFields

/** Read-only: the number of listed units. */
function StockOfUnits({ control }: ProductFieldsProps) {
  const id = useId()
  const stock = useWatch({ control, name: 'stockQuantity' })
  return (
    <FieldFrame id={id} label={stockField.label} hint={`${STOCK_OF_UNITS}: list or withdraw units to change it`} hintId={`${id}-hint`}>
      <input id={id} value={String(stock)} disabled readOnly aria-describedby={`${id}-hint`} className="field tabular-nums sm:text-sm" />
    </FieldFrame>
  )
}

/** (requirements §5 Product form) */
function ProductFields({ control, hasUnits = false }: ProductFieldsProps & { hasUnits?: boolean }) {
  const fields = { control, fields: productFields }
  return (
    <div className="flex flex-col gap-5">
      <FillFromModel fieldsOf={({ hashrate, power, efficiency, algorithm }) => ({ hashrate, power, efficiency, algorithm })} />
      <div className="grid gap-x-4 gap-y-5 sm:grid-cols-2">
        <DescribedFields {...fields} fields={hasUnits ? fieldsWithoutStock : productFields} part="product" />
        {hasUnits && <StockOfUnits control={control} />}
      </div>
      <PictureAddress control={control} />
      <DescribedFields {...fields} part="description" />
      <div className="border-t border-line pt-4">
        <DescribedFields {...fields} part="offer" />
      </div>
      <fieldset className="flex flex-col gap-5 border-t border-line pt-4">
        <legend className="float-left mb-1 w-full font-semibold text-ink">Shop page</legend>
        <div className="clear-both grid gap-x-4 gap-y-5 sm:grid-cols-2">
          <DescribedFields {...fields} part="shop page" />
        </div>
        <DescribedFields {...fields} part="pre-order" />
        <div className="grid gap-x-4 gap-y-5 sm:grid-cols-2">
          <DescribedFields {...fields} part="details" />
        </div>
      </fieldset>
    </div>
  )
}

/**
 * The form has no field for the picture (requirements §2 Product Management). An invalid address stored by plain SQL would silently prevent
 * a save, so it is shown.
 */
function PictureAddress({ control }: ProductFieldsProps) {
  const { defaultValues } = useFormState({ control, name: 'imageUrl' })
  const stored = pictureAddress.optional().safeParse(defaultValues?.imageUrl)
  if (stored.success) return null
  return (
    <div className="flex flex-col gap-3">
      <FormNote tone="warn" role="status">
        This product’s picture address cannot be used: {stored.error.issues[0]?.message}. Correct it, or leave it empty for no picture.
      </FormNote>
      <TextField control={control} name="imageUrl" label="Picture address" autoComplete="off" />
    </div>
  )
}

const productForm: RecordDefinition<Product, ProductDraft, ProductInput> = {
  one: 'product',
  of: 'products',
  schema: productInput,
  draft: newDraft<ProductDraft>(productFields),
  toDraft: (values) => draftOf<ProductDraft>(productFields, values),
  valuesOf: ({ id: _id, tracksUnits: _tracksUnits, version: _version, createdAt: _createdAt, updatedAt: _updatedAt, ...values }) => values,
  compared: comparedFields(productFields),
  messages: productMessages,
  Fields: ProductFields,
  sayFailure: failureToast(productMessages.saveFailed),
}

const formOfUnits: typeof productForm = { ...productForm, Fields: (props) => <ProductFields {...props} hasUnits /> }
