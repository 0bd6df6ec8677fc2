import type * as z from 'zod'
import type { Control } from 'react-hook-form'
import { useFormState } from 'react-hook-form'
import { FormNote } from '~/components/form/form-note'
import { TextField } from '~/components/form/text-field'
import { pictureAddress, type productInput, type ProductInput } from '~/contracts/product-admin'

/**
 * The form has no field for the picture (spec §2 Product Management), whose address passes through it. One that plain SQL
 * has left and that no schema takes would keep the product from being saved for a reason nobody sees: then it is shown.
 */
export function PictureAddress({ control }: { control: Control<z.input<typeof productInput>, unknown, ProductInput> }) {
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
