import { columnKey } from '~/contracts/office/import-columns'

/** Shopify and Vendure omit repeated values, WooCommerce names the parent, Square has a variation. Each priced variant is a product. */

export type WholeRow = { cells: string[] } | { skipped: string } | { wrong: string }

const OWN = new Set(['price', 'stockQuantity', 'imageUrl', 'model', 'id'])

const column = (keys: readonly string[], ...names: string[]): number =>
  names.map((name) => keys.indexOf(columnKey(name))).find((at) => at !== -1) ?? -1

/** Names of a product's only variant. */
const ONLY = new Set(['default title', 'default', 'regular', 'title', ''])

/** Rows of WooCommerce and Magento without a price of their own. */
const PARENTS: Readonly<Record<string, string>> = {
  variable: 'Stands for its variations, which have rows of their own',
  configurable: 'Stands for its variations, which have rows of their own',
  grouped: 'A group of products that have rows of their own',
  bundle: 'A bundle of products that have rows of their own',
}

const MOST_PARENTS = 20_000

/** Takes rows in order. @param fields of the columns */
export function wholeRows(header: readonly string[], fields: readonly (string | null)[]): (cells: string[]) => WholeRow {
  const keys = header.map(columnKey)
  const name = fields.indexOf('name')
  const price = fields.indexOf('price')
  const group = column(keys, 'handle', 'url handle', 'handleId', 'slug', 'product id [non editable]', 'product handle')
  const options = keys.flatMap((key, at) =>
    /^(?:option\d*value\d*|optionvalues|variationname|variantname|productoptiondescription\d+)$/.test(key) ? [at] : [],
  )
  const type = column(keys, 'type', 'product_type', 'fieldType')
  const parent = column(keys, 'parent')
  const sku = column(keys, 'sku')
  const wooId = column(keys, 'id')
  const view = column(keys, 'store_view_code')
  if (name === -1 || (group === -1 && options.length === 0 && parent === -1 && view === -1)) return (cells) => ({ cells })

  let above: { cells: string[]; group: string } | null = null
  const parents = new Map<string, string[]>()
  const cellOf = (cells: readonly string[], at: number) => (at === -1 ? '' : (cells[at] ?? '').trim())
  const inherit = (cells: string[], from: readonly string[]) =>
    header.map((_, at) => {
      const own = cells[at] ?? ''
      const field = fields[at]
      return own.trim() === '' && field && !OWN.has(field) ? (from[at] ?? '') : own
    })
  const named = (cells: string[], base: string) => {
    const chosen = options.map((at) => cellOf(cells, at).replaceAll('|', ' / ')).filter((option) => !ONLY.has(option.toLowerCase()))
    if (chosen.length === 0) return { cells }
    const whole = [...cells]
    whole[name] = `${base} – ${chosen.join(' / ')}`
    return { cells: whole }
  }

  return (cells) => {
    const kind = cellOf(cells, type).toLowerCase()
    if (view !== -1 && cellOf(cells, view) !== '') return { skipped: 'The same product in another view of the shop' }
    const isParent = PARENTS[kind.split(',')[0]?.trim() ?? '']
    if (isParent !== undefined && (parent !== -1 || view !== -1)) {
      if (parents.size < MOST_PARENTS) {
        if (cellOf(cells, sku) !== '') parents.set(cellOf(cells, sku), cells)
        if (cellOf(cells, wooId) !== '') parents.set(`id:${cellOf(cells, wooId)}`, cells)
      }
      return { skipped: isParent }
    }
    const of = parents.get(cellOf(cells, parent))
    if (parent !== -1 && of) return { cells: inherit(cells, of) }
    const own = cellOf(cells, group)
    if (cellOf(cells, name) !== '') {
      above = { cells, group: own }
      return named(cells, cellOf(cells, name))
    }
    if (!above || (own !== '' && own !== above.group)) return { cells }
    const hasOption = options.some((at) => cellOf(cells, at) !== '')
    // Wix adds a surcharge to the price of the row above.
    if (kind === 'variant') return { wrong: 'A variant with a surcharge: add it by hand' }
    if (!hasOption && cellOf(cells, price) === '') return { skipped: `More of ${cellOf(above.cells, name)}, such as a further picture` }
    const whole = inherit(cells, above.cells)
    return named(whole, cellOf(above.cells, name))
  }
}
