import { type Control, useFormState } from 'react-hook-form'
import type * as z from 'zod'
import { DescribedFields } from '~/components/form/described-fields'
import { FormNote } from '~/components/form/form-note'
import { serverMessage } from '~/components/form/server-errors'
import { TextField } from '~/components/form/text-field'
import type { RecordDefinition } from '~/components/record-form/record-dialogs'
import { notifyError } from '~/components/ui/notify'
import { pictureAddress, productInput, type Product, type ProductInput } from '~/contracts/catalogue/product-admin'
import { productFields } from '~/contracts/catalogue/product-fields'
import { comparedFields, draftOf, newDraft } from '~/lib/field-values'
import { productMessages } from './product-columns'

/** What the form holds while it is typed in: price and stock are still texts. */
type ProductDraft = z.input<typeof productInput>

interface ProductFieldsProps {
  control: Control<ProductDraft, unknown, ProductInput>
}

/** The fields of a product, the same for a new and a known one (spec §5 Product form). */
function ProductFields({ control }: ProductFieldsProps) {
  const fields = { control, fields: productFields }
  return (
    <div className="flex flex-col gap-5">
      <div className="grid gap-x-4 gap-y-5 sm:grid-cols-2">
        <DescribedFields {...fields} part="product" />
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
      </fieldset>
    </div>
  )
}

/**
 * The form has no field for the picture (spec §2 Product Management), whose address passes through it. One that plain SQL
 * has left and that no schema takes would keep the product from being saved for a reason nobody sees: then it is shown.
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

export const productForm: RecordDefinition<Product, ProductDraft, ProductInput> = {
  one: 'product',
  schema: productInput,
  draft: newDraft<ProductDraft>(productFields),
  toDraft: (values) => draftOf<ProductDraft>(productFields, values),
  valuesOf: ({ id: _id, version: _version, createdAt: _createdAt, updatedAt: _updatedAt, ...values }) => values,
  compared: comparedFields(productFields),
  messages: productMessages,
  Fields: ProductFields,
  /** A failed save (spec §8), with what the server says about it. */
  sayFailure: (error) => notifyError(productMessages.saveFailed, error, serverMessage(error)),
}
