import type { Control } from 'react-hook-form'
import type * as z from 'zod'
import { NumberField } from '~/components/form/number-field'
import { SwitchField } from '~/components/form/switch-field'
import { TextAreaField } from '~/components/form/text-area-field'
import { TextField } from '~/components/form/text-field'
import type { productInput, ProductInput } from '~/contracts/product-admin'

/** What the form holds while it is typed in: price and stock are still texts. */
export type ProductDraft = z.input<typeof productInput>

/** The fields of a product, the same for a new and a known one (spec §5 Product form); the picture has none. */
export function ProductFields({ control }: { control: Control<ProductDraft, unknown, ProductInput> }) {
  return (
    <div className="flex flex-col gap-5">
      <div className="grid gap-x-4 gap-y-5 sm:grid-cols-2">
        <TextField control={control} name="name" label="Name" autoComplete="off" required className="sm:col-span-2" />
        <TextField control={control} name="category" label="Category" autoComplete="off" required className="sm:col-span-2" />
        <TextField control={control} name="manufacturer" label="Manufacturer" autoComplete="off" />
        <TextField control={control} name="model" label="Model" autoComplete="off" />
        <NumberField control={control} name="price" label="Price" unit="€" step="0.01" min={0} placeholder="Not set" />
        <NumberField control={control} name="stockQuantity" label="Stock" step="1" min={0} required />
      </div>
      <TextAreaField control={control} name="description" label="Description" rows={4} />
      <div className="border-t border-line pt-4">
        <SwitchField control={control} name="isActive" label="Active" hint="Shown in the public shop" />
      </div>
    </div>
  )
}
