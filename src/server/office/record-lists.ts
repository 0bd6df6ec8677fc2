import { repairInputs } from '~/contracts/cases/repairs'
import { tradeInInputs } from '~/contracts/cases/trade-ins'
import { nounWith, type Noun } from '~/contracts/records'
import { orderInputs } from '~/contracts/stock/orders'
import { invoiceRecords } from '~/server/billing/invoices/list-invoices'
import { repairs } from '~/server/cases/kinds/repair-kind'
import { tradeIns } from '~/server/cases/kinds/trade-in-kind'
import { machineRecords } from '~/server/catalogue/machines/list-machines'
import { modelRecords } from '~/server/catalogue/models/list-models'
import { productRecords } from '~/server/catalogue/products/list-products'
import { creditAccountExporter } from '~/server/credit/list-accounts'
import { userRecords } from '~/server/identity/users/users'
import { noPosition, statusRecordList, type Exporter, type RecordList } from '~/server/platform/records/record-list'
import { partRecords } from '~/server/stock/parts/list-parts'
import { partTypeExporter } from '~/server/stock/parts/part-types'
import { orders } from '~/server/stock/sale/orders'
import { unitRecords } from '~/server/stock/units/list-units'

/** Each record type's CSV file and its part of the search. */
export const recordLists: Record<Noun, RecordList> = {
  orders: statusRecordList(orders, orderInputs.list.omit(noPosition)),
  repairs: statusRecordList(repairs, repairInputs.list.omit(noPosition)),
  tradeIns: statusRecordList(tradeIns, tradeInInputs.list.omit(noPosition)),
  units: unitRecords,
  invoices: invoiceRecords,
  users: userRecords,
  products: productRecords,
  parts: partRecords,
  machines: machineRecords,
  models: modelRecords,
}

const otherFiles = new Map<string, Exporter>([
  ['part-types', partTypeExporter],
  ['credit', creditAccountExporter],
])

/** @param route of the list's screen, such as `trade-ins` */
export function exporterOf(route: string): Exporter | undefined {
  const noun = nounWith('route', route)
  return noun ? recordLists[noun].exporter : otherFiles.get(route)
}

export const routerOfFile = (route: string): string => nounWith('route', route) ?? (route === 'part-types' ? 'parts' : route)
