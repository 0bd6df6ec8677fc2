import * as z from 'zod'
import {
  amountOrZero,
  optionalLine,
  optionalText,
  plainLine,
  requiredLine,
  rowId,
  rowVersion,
  withIdempotencyKey,
} from '~/contracts/fields'
import { listInput } from '~/contracts/list-page'

export const DEFAULT_MACHINE_CATEGORY = 'ASIC Miner'

export const machineCategory = plainLine(200)
  .default(DEFAULT_MACHINE_CATEGORY)
  .transform((category) => category || DEFAULT_MACHINE_CATEGORY)

export const machineInput = z.object({
  manufacturer: requiredLine('Manufacturer is required'),
  model: requiredLine('Model is required'),
  category: machineCategory,
  hashrate: optionalLine,
  powerConsumption: optionalLine,
  baseValueExcellent: amountOrZero,
  baseValueGood: amountOrZero,
  baseValueFair: amountOrZero,
  baseValuePoor: amountOrZero,
  isActive: z.boolean().default(true),
  notes: optionalText,
})
export type MachineInput = z.output<typeof machineInput>

export const createMachineInput = machineInput.extend(withIdempotencyKey)

export const updateMachineInput = machineInput.extend({ id: rowId, version: rowVersion.optional() })

export const machineStatuses = ['active', 'inactive'] as const
export type MachineStatus = (typeof machineStatuses)[number]
export const machineSorts = ['name', '-name', 'value', '-value'] as const
export type MachineSort = (typeof machineSorts)[number]

export const machineListInput = listInput.extend({
  status: z.enum(machineStatuses).optional(),
  sort: z.enum(machineSorts).default('name'),
})
export type MachineListInput = z.output<typeof machineListInput>

/** Amounts in EUR with two decimals. */
export interface Machine extends MachineInput {
  id: string
  version: number
  createdAt: Date
  updatedAt: Date
}

export type ActiveMachine = Pick<
  Machine,
  | 'id'
  | 'category'
  | 'manufacturer'
  | 'model'
  | 'hashrate'
  | 'powerConsumption'
  | 'baseValueExcellent'
  | 'baseValueGood'
  | 'baseValueFair'
  | 'baseValuePoor'
>

/** 'Bitmain Antminer S19 Pro' */
export const machineName = (machine: Pick<Machine, 'manufacturer' | 'model'>) => `${machine.manufacturer} ${machine.model}`
