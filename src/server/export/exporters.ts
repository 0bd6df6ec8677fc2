import * as z from 'zod'
import { MOST_SELECTED } from '~/contracts/bulk'
import { rowId } from '~/contracts/fields'
import { machineListInput } from '~/contracts/machines'
import { orderListInput } from '~/contracts/orders'
import { productListInput } from '~/contracts/product-admin'
import { repairListInput } from '~/contracts/repairs'
import { tradeInListInput } from '~/contracts/trade-ins'
import { userListInput } from '~/contracts/users'
import type { Database } from '~/server/platform/database/database'
import type { CsvRow } from '~/server/platform/csv/write'
import type { Listing } from '~/server/platform/lists/list'
import { machineListing } from '~/server/machines/list'
import { orderListing } from '~/server/orders/list'
import { productListing } from '~/server/products/list'
import { repairListing } from '~/server/repairs/list'
import { tradeInListing } from '~/server/trade-ins/list'
import { userListing } from '~/server/users/list'
import { machineColumns, orderColumns, productColumns, repairColumns, tradeInColumns, userColumns, type Columns } from './columns'
import { exportPages } from './pages'

export interface Export {
  header: string[]
  pages: AsyncIterable<CsvRow[]>
}

/** Instead of a view, certain rows: ids with commas between them. */
const chosen = z
  .string()
  .transform((text) => text.split(','))
  .pipe(z.array(rowId).min(1).max(MOST_SELECTED))
  .optional()

/** How a noun is exported: `view` are the parameters of its list, as texts of an address. */
const exporter =
  <View, Row>(schema: z.ZodType<View>, listing: (view: View) => Listing<Row>, columns: Columns<Row>) =>
  (db: Database, { ids, ...view }: Record<string, string>): Export => ({
    header: Object.keys(columns),
    pages: exportPages(db, listing(schema.parse(view)), columns, chosen.parse(ids)),
  })

const noPosition = { cursor: true, limit: true } as const

/** By the name of the file; each throws a ZodError for a view that its list would refuse. */
export const exporters: Record<string, (db: Database, view: Record<string, string>) => Export> = {
  users: exporter(userListInput.omit(noPosition), userListing, userColumns),
  orders: exporter(orderListInput.omit(noPosition), orderListing, orderColumns),
  products: exporter(productListInput.omit(noPosition), productListing, productColumns),
  machines: exporter(machineListInput.omit(noPosition), machineListing, machineColumns),
  repairs: exporter(repairListInput.omit(noPosition), repairListing, repairColumns),
  'trade-ins': exporter(tradeInListInput.omit(noPosition), tradeInListing, tradeInColumns),
}
