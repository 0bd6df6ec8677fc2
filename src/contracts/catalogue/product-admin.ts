import * as z from 'zod'
import { isPictureAddress, isWebAddress, LONGEST_ADDRESS } from '~/contracts/addresses'
import {
  amountOrNull,
  decimalOf,
  decimalOrNull,
  lineOrNull,
  lineToChange,
  optionalText,
  plainLine,
  plainText,
  requiredLine,
  rowId,
  rowVersion,
  withIdempotencyKey,
} from '~/contracts/fields'
import { listInput, type ListPage } from '~/contracts/list-page'
import { chosenRows, HAS_EXPECTED, hasExpected, ONE_CHOICE, oneChoice } from '~/contracts/bulk-inputs'
import { slugOf } from './slug'

/** Product Management (requirements §2, §3 products (admin), §5 Product form). */

const LARGEST_STOCK = 2_147_483_647
export const HIGHEST_RATING = 5
const MOST_RATINGS = 1_000_000

/** EUR, in steps of 0.01. */
const givenPrice = amountOrNull('Price', 'Too high a price')
const price = givenPrice.optional().transform((amount) => amount ?? null)

/** Whole pieces, a number or what was typed; what is no number counts as 0. */
const stockQuantity = z
  .union([z.number(), z.nan(), z.string().trim().min(1, 'Stock is required').max(40)], { error: 'Stock is required' })
  .transform((typed) => {
    const pieces = Math.trunc(decimalOf(typed))
    return Number.isFinite(pieces) ? pieces : 0
  })
  .pipe(z.number().min(0, 'Must not be negative').max(LARGEST_STOCK, 'Too large a stock'))

/** Picture of a product, on this site or elsewhere; empty for none. */
export const pictureAddress = plainLine(LONGEST_ADDRESS)
  .refine((address) => address === '' || isPictureAddress(address), 'Must be an address of a picture: https://… or /…')
  .nullable()
const emptyAsNull = (text: string | null | undefined) => (text ? text : null)

/** Condition of a product where nobody has set one. */
export const USUAL_CONDITION = 'New'

/** An address of the web, or nothing: it becomes a link. */
const webAddress = plainLine(LONGEST_ADDRESS)
  .refine((text) => text === '' || isWebAddress(text), 'Must be a web address, such as https://shop.example/product')
  .nullable()
  .transform(emptyAsNull)

const MOST_COLLECTIONS = 50
const LONGEST_COLLECTION = 100

/** Names or handles of collections, as a list or with commas between them; handles come out, each once. */
const collections = z
  .union([z.string().max(10_000), z.array(z.string().max(1_000)).max(1_000)], { error: 'Must be a list of collections' })
  .transform((given) => (typeof given === 'string' ? given.split(',') : given).map((name) => name.trim()).filter((name) => name !== ''))
  // Said of the whole list: a form has one field for it.
  .refine((names) => names.length <= MOST_COLLECTIONS, { error: 'At most 50 collections', abort: true })
  .refine((names) => names.every((name) => name.length <= LONGEST_COLLECTION), {
    error: 'A collection has at most 100 characters',
    abort: true,
  })
  .transform((names) => names.map(slugOf))
  .refine((handles) => !handles.includes(''), 'A collection needs a letter or a digit')
  .transform((handles) => [...new Set(handles)])

/** Fields beside the requirements' that the shop's page shows; all optional. */
const shopPageFields = {
  /** Can be ordered before the first delivery; counts only while there is no stock. */
  isPreOrder: z.boolean().optional(),
  condition: lineToChange(USUAL_CONDITION),
  /** 0 to 5 in steps of 0.1; null where nobody has rated it. */
  rating: decimalOrNull({
    name: 'Rating',
    highest: HIGHEST_RATING,
    tooHigh: 'At most 5',
    decimals: 1,
    tooFine: 'At most one decimal',
  }).optional(),
  hashrate: lineToChange(null),
  power: lineToChange(null),
  efficiency: lineToChange(null),
  collections: collections.optional(),
  /** The product's page in the external shop. */
  shopUrl: webAddress.optional(),
  /** So many ratings the rating is the mean of; a rating without a count is not shown. */
  ratingCount: decimalOrNull({
    name: 'Number of ratings',
    highest: MOST_RATINGS,
    tooHigh: 'Too large a number',
    decimals: 0,
    tooFine: 'Must be a whole number',
  }).optional(),
  algorithm: lineToChange(null),
  voltage: lineToChange(null),
  noise: lineToChange(null),
  warranty: lineToChange(null),
  delivery: lineToChange(null),
} as const

export const productInput = z.object({
  name: requiredLine('Name is required'),
  category: requiredLine('Category is required'),
  manufacturer: lineOrNull,
  model: lineOrNull,
  price,
  stockQuantity,
  description: optionalText,
  imageUrl: pictureAddress.optional().transform(emptyAsNull),
  isActive: z.boolean().default(true),
  ...shopPageFields,
})
export type ProductInput = z.output<typeof productInput>

export const createProductInput = productInput.extend(withIdempotencyKey)

/** The form has no picture field: where the picture is left out it stays as it is, and so does each field of the shop's page. */
export const updateProductInput = productInput.extend({
  id: rowId,
  version: rowVersion.optional(),
  imageUrl: pictureAddress.transform(emptyAsNull).optional(),
})

export const deleteProductInput = z.object({ id: rowId })

export const productStatuses = ['active', 'inactive'] as const
export type ProductStatus = (typeof productStatuses)[number]
export const productAdminSorts = ['-created', 'created', 'name', '-name', 'stock', '-stock'] as const
export type ProductAdminSort = (typeof productAdminSorts)[number]

export const productListInput = listInput.extend({
  category: plainText(200).optional(),
  status: z.enum(productStatuses).optional(),
  /** Those of which there are some, and those of which there are none. */
  stock: z.enum(['in', 'out']).optional(),
  sort: z.enum(productAdminSorts).default('-created'),
})
export type ProductListInput = z.output<typeof productListInput>

/** Fields that can be changed of many products at once, and of one in its row of the list; those left out stay as they are. */
export const productChange = z.object({
  price: givenPrice.optional(),
  stockQuantity: stockQuantity.optional(),
  isActive: z.boolean().optional(),
})
export type ProductChange = z.output<typeof productChange>

export const changeProductsInput = productChange
  .extend(chosenRows(productListInput.omit({ cursor: true, limit: true, sort: true })))
  .refine(oneChoice, ONE_CHOICE)
  .refine(hasExpected, HAS_EXPECTED)
  .refine(({ price: newPrice, stockQuantity: stock, isActive }) => [newPrice, stock, isActive].some((value) => value !== undefined), {
    path: ['price'],
    error: 'Say what shall change',
  })

export type ProductFields = { [Field in keyof ProductInput]-?: Exclude<ProductInput[Field], undefined> }

export interface Product extends ProductFields {
  id: string
  /** Has units: its stock is the number of those that are listed, and follows them alone. */
  tracksUnits: boolean
  version: number
  createdAt: Date
  updatedAt: Date
}

/** A product as the requirements have it (§3 products); `products.byId` has what the shop's page shows too. */
export interface ListedProduct extends Pick<
  Product,
  | 'id'
  | 'name'
  | 'category'
  | 'manufacturer'
  | 'model'
  | 'price'
  | 'stockQuantity'
  | 'description'
  | 'imageUrl'
  | 'isActive'
  | 'tracksUnits'
  | 'version'
  | 'createdAt'
> {
  /** Address of the first picture that was uploaded; absent without one. */
  picture?: string
}

/** `categories` are those of the whole table by name, with their number of products. */
export type ProductList = ListPage<ListedProduct, Record<ProductStatus, number>> & { categories: { name: string; products: number }[] }
