import * as z from 'zod'
import { repairServiceIds } from '~/contracts/repair-services'
import { conditionGrades } from '~/contracts/catalogue/trade-in-estimate'

/** Stored while a request waits, and kept after its cases are made. */

const files = z.array(z.object({ id: z.string(), machine: z.int() }))

/** The catalogue's row as quoted, and the grade's value in EUR. `device` describes a machine outside the catalogue. */
const quotedMachine = z.object({
  machineId: z.string().nullable(),
  machineVersion: z.int().nullable(),
  machineSnapshot: z.record(z.string(), z.json()).nullable(),
  device: z.object({ manufacturer: z.string(), model: z.string() }).optional(),
  grade: z.enum(conditionGrades),
  serialNumber: z.string().optional(),
  estimatedValue: z.number().nullable(),
})
export type QuotedMachine = z.output<typeof quotedMachine>

export const tradeInDetails = z.object({
  noun: z.literal('tradeIns'),
  machines: z.array(quotedMachine),
  quotedUntil: z.coerce.date(),
  accessories: z.string(),
  remarks: z.string(),
  files,
})

export const repairDetails = z.object({
  noun: z.literal('repairs'),
  deviceInfo: z.object({ manufacturer: z.string(), model: z.string(), serialNumber: z.string().optional() }),
  service: z.enum(repairServiceIds).nullable(),
  problemDescription: z.string(),
  isExpedited: z.boolean(),
  accessories: z.string(),
  remarks: z.string(),
  files,
})

/** For machines handed over together, without an online request. */
export const intakeDetails = z.object({ isIntake: z.literal(true) })

export const requestDetails = z.discriminatedUnion('noun', [tradeInDetails, repairDetails])
export type RequestDetails = z.output<typeof requestDetails>
