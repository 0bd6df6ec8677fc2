import * as z from 'zod'
import { MOST_SELECTED } from '~/contracts/bulk'
import { rowId } from '~/contracts/fields'
import { machineListInput } from '~/contracts/machines'
import { orderInputs } from '~/contracts/orders'
import { productListInput } from '~/contracts/product-admin'
import type { Noun } from '~/contracts/records'
import { repairInputs } from '~/contracts/repairs'
import { tradeInInputs } from '~/contracts/trade-ins'
import { userListInput } from '~/contracts/users'
import type { Database } from '~/server/platform/database/database'
import type { CsvRow } from '~/server/platform/csv/write'
import type { Listing } from '~/server/platform/lists/list'
import { machineListing } from '~/server/machines/list'
import { listingOf, type SortedView, type StatusRecords } from '~/server/customer-records/status-records'
import { orders } from '~/server/orders/orders'
import { productListing } from '~/server/products/list'
import { repairs } from '~/server/repairs/repairs'
import { tradeIns } from '~/server/trade-ins/trade-ins'
import { userListing } from '~/server/users/list'
import { machineColumns, productColumns, userColumns, type Columns } from './columns'
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

/** The same of customers' records, which say their columns themselves. */
const recordExporter = <Row, Status extends string, Sort extends string>(
  of: StatusRecords<Row, Status, Sort>,
  schema: z.ZodType<SortedView<Status, Sort>>,
) => exporter(schema, (view) => listingOf(of, view), of.csv)

/** How each noun is exported; each throws a ZodError for a view that its list would refuse. */
export const exporters: Record<Noun, (db: Database, view: Record<string, string>) => Export> = {
  orders: recordExporter(orders, orderInputs.list.omit(noPosition)),
  repairs: recordExporter(repairs, repairInputs.list.omit(noPosition)),
  tradeIns: recordExporter(tradeIns, tradeInInputs.list.omit(noPosition)),
  users: exporter(userListInput.omit(noPosition), userListing, userColumns),
  products: exporter(productListInput.omit(noPosition), productListing, productColumns),
  machines: exporter(machineListInput.omit(noPosition), machineListing, machineColumns),
}
