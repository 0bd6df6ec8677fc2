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

/** (requirements §2, §3 products (admin), §5 Product form) */

const LARGEST_STOCK = 2_147_483_647
export const HIGHEST_RATING = 5
const MOST_RATINGS = 1_000_000

/** EUR. */
const givenPrice = amountOrNull('Price', 'Too high a price')
const price = givenPrice.optional().transform((amount) => amount ?? null)

/** Whole pieces, as a number or as typed; any other text counts as 0. */
const stockQuantity = z
  .union([z.number(), z.nan(), z.string().trim().min(1, 'Stock is required').max(40)], { error: 'Stock is required' })
  .transform((typed) => {
    const pieces = Math.trunc(decimalOf(typed))
    return Number.isFinite(pieces) ? pieces : 0
  })
  .pipe(z.number().min(0, 'Must not be negative').max(LARGEST_STOCK, 'Too large a stock'))

export const pictureAddress = plainLine(LONGEST_ADDRESS)
  .refine((address) => address === '' || isPictureAddress(address), 'Must be an address of a picture: https://… or /…')
  .nullable()
const emptyAsNull = (text: string | null | undefined) => (text ? text : null)

export const USUAL_CONDITION = 'New'

/** Becomes a link, so it is a web address or ''. */
const webAddress = plainLine(LONGEST_ADDRESS)
  .refine((text) => text === '' || isWebAddress(text), 'Must be a web address, such as https://shop.example/product')
  .nullable()
  .transform(emptyAsNull)

const MOST_COLLECTIONS = 50
const LONGEST_COLLECTION = 100

/** Names or handles, as a list or separated by commas; becomes handles without repeats. */
const collections = z
  .union([z.string().max(10_000), z.array(z.string().max(1_000)).max(1_000)], { error: 'Must be a list of collections' })
  .transform((given) => (typeof given === 'string' ? given.split(',') : given).map((name) => name.trim()).filter((name) => name !== ''))
  // An error of the whole list, since a form has one field for it.
  .refine((names) => names.length <= MOST_COLLECTIONS, { error: 'At most 50 collections', abort: true })
  .refine((names) => names.every((name) => name.length <= LONGEST_COLLECTION), {
    error: 'A collection has at most 100 characters',
    abort: true,
  })
  .transform((names) => names.map(slugOf))
  .refine((handles) => !handles.includes(''), 'A collection needs a letter or a digit')
  .transform((handles) => [...new Set(handles)])

/** Optional fields of the shop's page beyond the requirements. */
const shopPageFields = {
  /** Counts only without stock. */
  isPreOrder: z.boolean().optional(),
  condition: lineToChange(USUAL_CONDITION),
  /** 0 to 5 in steps of 0.1; null without ratings. */
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
  shopUrl: webAddress.optional(),
  /** Number of ratings; a rating without it is not shown. */
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

/** The form has no picture field: picture and fields of the shop's page stay if left out. */
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
  stock: z.enum(['in', 'out']).optional(),
  sort: z.enum(productAdminSorts).default('-created'),
})
export type ProductListInput = z.output<typeof productListInput>

/** Can be changed for many products at once and in a list's row; fields left out stay. */
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
  /** Its stock is the number of its listed units. */
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

/** `categories`: of the whole table, by name, with their number of products. */
export type ProductList = ListPage<ListedProduct, Record<ProductStatus, number>> & { categories: { name: string; products: number }[] }
