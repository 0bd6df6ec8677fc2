import type { Control } from 'react-hook-form'
import type * as z from 'zod'
import { NumberField } from '~/components/form/number-field'
import { SwitchField } from '~/components/form/switch-field'
import { TextAreaField } from '~/components/form/text-area-field'
import { TextField } from '~/components/form/text-field'
import { USUAL_CONDITION, type productInput, type ProductInput } from '~/contracts/product-admin'
import { PictureAddress } from './picture-address'
import { productLabels as labels } from './product-labels'
import { productWords } from './product-words'

/** What the form holds while it is typed in: price and stock are still texts. */
export type ProductDraft = z.input<typeof productInput>

type ProductControl = Control<ProductDraft, unknown, ProductInput>

/** What the public shop shows of a product beside the fields of the specification. */
function ShopPageFields({ control }: { control: ProductControl }) {
  return (
    <fieldset className="flex flex-col gap-5 border-t border-line pt-4">
      <legend className="float-left mb-1 w-full font-semibold text-ink">Shop page</legend>
      <div className="clear-both grid gap-x-4 gap-y-5 sm:grid-cols-2">
        <TextField control={control} name="condition" label={labels.condition.label} placeholder={USUAL_CONDITION} autoComplete="off" />
        <NumberField
          control={control}
          name="rating"
          label={labels.rating.label}
          step="0.1"
          min={0}
          max={5}
          placeholder={productWords.noRating}
        />
        <TextField control={control} name="hashrate" label={labels.hashrate.label} placeholder="234 TH/s" autoComplete="off" />
        <TextField control={control} name="power" label={labels.power.label} placeholder="3510W" autoComplete="off" />
        <TextField control={control} name="efficiency" label={labels.efficiency.label} placeholder="15.0 J/TH" autoComplete="off" />
        <TextField
          control={control}
          name="collections"
          label={labels.collections.label}
          hint="Beside the category, with commas between them"
          placeholder="best-sellers, new-in"
          autoComplete="off"
        />
        <TextField
          control={control}
          name="shopUrl"
          label={labels.shopUrl.label}
          hint="Where the product is sold; empty for its page in the shop"
          placeholder="https://…"
          inputMode="url"
          autoComplete="off"
          spellCheck={false}
          className="sm:col-span-2"
        />
      </div>
      <SwitchField
        control={control}
        name="isPreOrder"
        label={labels.isPreOrder.label}
        hint="Can be ordered before the first delivery; counts while there is no stock"
      />
    </fieldset>
  )
}

/** The fields of a product, the same for a new and a known one (spec §5 Product form); the picture has one only while its address cannot be kept. */
export function ProductFields({ control }: { control: ProductControl }) {
  return (
    <div className="flex flex-col gap-5">
      <div className="grid gap-x-4 gap-y-5 sm:grid-cols-2">
        <TextField control={control} name="name" label={labels.name.label} autoComplete="off" required className="sm:col-span-2" />
        <TextField control={control} name="category" label={labels.category.label} autoComplete="off" required className="sm:col-span-2" />
        <TextField control={control} name="manufacturer" label={labels.manufacturer.label} autoComplete="off" />
        <TextField control={control} name="model" label={labels.model.label} autoComplete="off" />
        <NumberField control={control} name="price" label={labels.price.label} unit="€" step="0.01" min={0} placeholder="Not set" />
        <NumberField control={control} name="stockQuantity" label={labels.stockQuantity.label} step="1" min={0} required />
      </div>
      <PictureAddress control={control} />
      <TextAreaField control={control} name="description" label={labels.description.label} rows={4} />
      <div className="border-t border-line pt-4">
        <SwitchField control={control} name="isActive" label="Active" hint="Shown in the public shop" />
      </div>
      <ShopPageFields control={control} />
    </div>
  )
}
