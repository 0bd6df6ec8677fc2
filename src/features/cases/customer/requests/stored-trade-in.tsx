import { useState } from 'react'
import * as z from 'zod'
import type { ListedMachine } from '~/contracts/cases/machine-list'
import { conditionGrades } from '~/contracts/catalogue/trade-in-estimate'
import { customerValues, readStoredRequest } from './stored-request'
import { TradeInFields, type TradeInFormProps, type TradeInValues } from './trade-in-fields'

const listed = z.object({
  machineId: z.string(),
  manufacturer: z.string().catch(''),
  model: z.string().catch(''),
  grade: z.enum(['', ...conditionGrades]),
  serialNumber: z.string(),
  quantity: z.string().catch('1'),
  text: z.string().optional(),
  fault: z.string().optional(),
  note: z.string().optional(),
}) satisfies z.ZodType<ListedMachine>

const values = z.object({
  rows: z.array(listed),
  accessories: z.string().catch(''),
  remarks: z.string().catch(''),
  ...customerValues,
}) satisfies z.ZodType<TradeInValues>

/** The form of a trade-in as it was left. */
export function StoredTradeIn(props: TradeInFormProps) {
  const [stored] = useState(() => readStoredRequest('tradeIns', values))
  return <TradeInFields {...props} stored={stored} />
}
