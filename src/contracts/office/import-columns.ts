import type { ImportedNoun } from '~/contracts/records'
import { importFields, type ImportField } from './import-fields'
import { ignoredColumns } from './imports'

/**
 * The names by which the columns of other programs' tables are known, per field and by preference. Ours, the screens' labels and the
 * database's need no entry. Sources: Shopify product and customer CSV, WooCommerce product CSV schema, Vendure's importer, Odoo's import
 * templates, Snipe-IT's sample files, and the importers of PrestaShop, OpenCart, Magento, Square, Lightspeed, Wix, Squarespace,
 * BigCommerce, Loyverse, InvenTree, NetBox and QuickBooks. A name is compared without case, accents, blanks and signs.
 */
const otherNames: Readonly<Record<ImportedNoun, Readonly<Record<string, readonly string[]>>>> = {
  products: {
    name: [
      'title',
      'product name',
      'product title',
      'item name',
      'item title',
      'item',
      'product',
      'nom',
      'bezeichnung',
      'name(en-gb)',
      'name(en)',
      'miner',
    ],
    category: [
      'type',
      'category name',
      'product type',
      'product category',
      'categories',
      'categories (x,y,z...)',
      'facets',
      'item category',
      'collection',
      'kategorie',
    ],
    manufacturer: ['vendor', 'brand', 'brands', 'brand name', 'make', 'maker', 'manufacturer name', 'hersteller'],
    model: ['model number', 'model name', 'model no', 'mpn'],
    price: [
      'variant price',
      'regular price',
      'sales price',
      'sale price',
      'list price',
      'lst_price',
      'retail price',
      'unit price',
      'default price',
      'selling price',
      'price tax included',
      'price incl. vat',
      'price eur',
      'calculated price',
      'preis',
    ],
    stockQuantity: [
      'quantity',
      'qty',
      'variant inventory qty',
      'inventory quantity',
      'stock on hand',
      'quantity on hand',
      'qty on hand',
      'on hand',
      'qty_available',
      'current stock level',
      'stock level',
      'stock quantity',
      'in stock',
      'inventory',
      'available quantity',
      'variant inventory quantity',
      'bestand',
    ],
    description: [
      'body (html)',
      'body html',
      'body',
      'long description',
      'product description',
      'sales description',
      'short description',
      'beschreibung',
    ],
    imageUrl: ['image src', 'images', 'image', 'image_url', 'product image url', 'image urls (x,y,z...)', 'hosted image urls', 'photo'],
    isActive: [
      'status',
      'published',
      'published on online store',
      'visible',
      'enabled',
      'product online',
      'active (0/1)',
      'available for sale',
      'product visible?',
    ],
    isPreOrder: ['preorder'],
    condition: ['item condition', 'product condition', 'google shopping / condition'],
    hashrate: ['hash rate', 'hashing power'],
    power: ['power consumption', 'wattage', 'consumption'],
    efficiency: ['power efficiency', 'energy efficiency'],
    algorithm: ['algo'],
    noise: ['noise level'],
    delivery: ['lead time', 'delivery time', 'shipping time'],
    collections: ['collection handles'],
    shopUrl: ['external url'],
  },
  machines: {
    manufacturer: ['vendor', 'brand', 'make', 'maker', 'hersteller'],
    model: ['model name', 'model number', 'name', 'title', 'machine', 'miner', 'item name', 'product', 'product name'],
    category: ['type', 'product type', 'item category'],
    hashrate: ['hash rate', 'hashing power'],
    powerConsumption: ['power', 'wattage', 'consumption'],
    baseValueExcellent: ['excellent', 'like new', 'value excellent'],
    baseValueGood: ['good', 'minor wear', 'value good'],
    baseValueFair: ['fair', 'functional with wear', 'value fair'],
    baseValuePoor: ['poor', 'broken', 'not functional', 'value poor'],
    isActive: ['status', 'enabled', 'published'],
    notes: ['note', 'comment', 'comments', 'description'],
  },
  users: {
    email: ['e-mail', 'email address', 'e-mail address', 'customer email', 'billing email', 'user email', 'mail', 'email *'],
    fullName: ['name', 'customer name', 'display name', 'contact name', 'full_name', 'customer', 'contact'],
    firstName: ['first name', 'firstname', 'given name', 'billing first name', 'first name *', 'vorname'],
    lastName: ['last name', 'lastname', 'surname', 'family name', 'billing last name', 'last name *', 'nachname'],
    phone: [
      'phone number',
      'telephone',
      'mobile',
      'mobile phone',
      'phone mobile',
      'default address phone',
      'billing phone',
      'tel',
      'telefon',
    ],
  },
  units: {
    manufacturer: ['brand', 'make', 'maker', 'vendor', 'manufacturer name', 'hersteller'],
    model: ['model name', 'item name', 'asset name', 'product', 'device model', 'device type', 'name', 'miner', 'machine'],
    serialNumber: [
      'serial',
      'serial no',
      'serial #',
      's/n',
      'sn',
      'lot/serial number',
      'lot',
      'serial_number',
      'seriennummer',
      'serial number(s)',
    ],
    owner: [],
    location: ['default location', 'place', 'shelf', 'rack', 'site', 'storage location', 'standort'],
    cost: ['purchase cost', 'purchase price', 'unit cost', 'buying price'],
    notes: ['note', 'asset notes', 'comment', 'comments', 'description', 'remarks'],
  },
  parts: {
    name: ['title', 'item name', 'part', 'part name', 'product name', 'item', 'product', 'component', 'accessory name', 'bezeichnung'],
    kind: ['type', 'category', 'part type', 'item category', 'part kind', 'product category'],
    sku: [
      'internal reference',
      'default_code',
      'ipn',
      'part number',
      'part no',
      'item number',
      'item code',
      'mpn',
      'model number',
      'model no',
    ],
    fits: ['models', 'compatible with', 'compatibility', 'for models'],
    cost: ['purchase cost', 'unit cost', 'purchase price', 'standard_price', 'supply price', 'wholesale price'],
    price: ['sales price', 'retail price', 'list price', 'lst_price', 'selling price', 'unit price', 'variant price'],
    quantity: [
      'qty',
      'stock',
      'in stock',
      'on hand',
      'quantity on hand',
      'qty on hand',
      'qty_available',
      'total stock',
      'inventory quantity',
      'stock on hand',
      'bestand',
    ],
    reorderPoint: [
      'reorder at',
      'min qty',
      'minimum quantity',
      'minimum stock',
      'min amt',
      'min. qty',
      'reorder level',
      'low stock amount',
    ],
    stockLevel: ['max qty', 'maximum quantity', 'target stock'],
    serialNumber: ['serial', 'serial no', 'serial #', 's/n', 'sn', 'lot/serial number', 'seriennummer'],
    location: ['default location', 'place', 'shelf', 'bin', 'storage location', 'standort'],
    notes: ['note', 'comment', 'comments', 'remarks'],
    isActive: ['status', 'enabled', 'active'],
  },
}

const LONGEST_NAME = 200

/** A column's name without case, accents, blanks and signs; `?` stays, since 'In stock?' is another question than 'In stock'. */
export const columnKey = (name: string): string =>
  name
    .slice(0, LONGEST_NAME)
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}?#]/gu, '')

/** The same without what stands in brackets: 'Price (€)', 'Hashrate [TH/s]'. */
const bareKey = (name: string): string => columnKey(name.slice(0, LONGEST_NAME).replaceAll(/\([^()]*\)|\[[^[\]]*\]/g, ''))

/** The unit in brackets at the end of a column's name: 'TH/s'. */
export const unitOfColumn = (name: string): string | null =>
  /[([]([^()[\]]{1,24})[)\]]$/.exec(name.slice(0, LONGEST_NAME).trim())?.[1]?.trim() ?? null

/** Our own names, which go before others. */
const ownKeys = (field: string, { label }: ImportField): string[] => [columnKey(field), columnKey(label)]

/** Field and preference, the smaller the better, by key. */
type KnownNames = ReadonlyMap<string, readonly { field: string; rank: number }[]>

const tables = new Map<ImportedNoun, KnownNames>()

function knownNames(noun: ImportedNoun): KnownNames {
  const made = tables.get(noun)
  if (made) return made
  const byKey = new Map<string, { field: string; rank: number }[]>()
  for (const [field, description] of Object.entries<ImportField>(importFields[noun])) {
    const names = [...ownKeys(field, description), ...(otherNames[noun][field] ?? []).map(columnKey)]
    names.forEach((key, rank) => {
      const before = byKey.get(key) ?? []
      if (!before.some((each) => each.field === field)) byKey.set(key, [...before, { field, rank }])
    })
  }
  byKey.set('id', [{ field: 'id', rank: 0 }])
  tables.set(noun, byKey)
  return byKey
}

/** The prices of a column that says so have no VAT in them, while the shop's have; people decide. */
const WITHOUT_TAX = /\b(?:ex(?:cl|cluded|cluding)?\.? ?(?:of )?(?:vat|tax)|(?:vat|tax) excluded|net\b|netto)/i

/** Stock by place, as Square and Lightspeed have it: it counts where there is one place. */
const STOCK_OF_PLACE = /^(?:current quantity .|inventory_.)/i
const LAST_RANK = 1_000
/** A field's own name and its label. */
const OWN_NAMES = 2

/** Fields that a name may mean, with its preference. */
function meanings(noun: ImportedNoun, name: string): readonly { field: string; rank: number }[] {
  const byKey = knownNames(noun)
  const found = byKey.get(columnKey(name)) ?? byKey.get(bareKey(name)) ?? []
  if (noun === 'products' && STOCK_OF_PLACE.test(name)) return [{ field: 'stockQuantity', rank: LAST_RANK }]
  return WITHOUT_TAX.test(name.slice(0, LONGEST_NAME)) ? found.filter(({ field }) => field !== 'price') : found
}

const ignoredKeys = new Set(ignoredColumns.map(columnKey))

/** True for a name that a file of ours has. */
function isOwnName(noun: ImportedNoun, name: string): boolean {
  const key = columnKey(name)
  return key === 'id' || ignoredKeys.has(key) || Object.keys(importFields[noun]).some((field) => columnKey(field) === key)
}

/** True if a column of this name may be one of ours or of a program that is known. */
export const isKnownColumn = (noun: ImportedNoun, name: string): boolean => meanings(noun, name).length > 0

/**
 * The field of each column by its name, null for one that is passed over. Of several columns for one field the best name counts, and of
 * equal names none. @param fits true if a column's first cells can be values of a field
 */
export function matchColumns(
  noun: ImportedNoun,
  header: readonly string[],
  fits: (column: number, field: string, isOurs: boolean) => boolean,
): (string | null)[] {
  const matched: (string | null)[] = header.map(() => null)
  // Another program's ids are not ours, whatever they look like.
  const isOurs = header.every((name) => name === '' || isOwnName(noun, name))
  const wanted = header.flatMap((name, column) =>
    meanings(noun, name)
      .filter(({ field, rank }) => (field !== 'id' || isOurs) && fits(column, field, rank < OWN_NAMES))
      .map((meaning) => ({ ...meaning, column })),
  )
  const taken = new Set<string>()
  for (const { field, rank, column } of wanted.toSorted((one, other) => one.rank - other.rank || one.column - other.column)) {
    if (matched[column] !== null || taken.has(field)) continue
    taken.add(field)
    const sameName = wanted.filter((each) => each.field === field && each.rank === rank)
    if (sameName.length > 1) continue
    matched[column] = field
  }
  return matched
}
