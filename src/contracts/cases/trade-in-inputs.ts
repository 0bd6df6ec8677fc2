import * as z from 'zod'
import { customerChoice } from '~/contracts/identity/customer-choice'
import { parcelFields } from '~/contracts/parcel-fields'
import { caseDevice, deskFields, otherMachines } from './cases'
import { amountOrNull, optionalText, rowId, rowVersion, textToChange, withIdempotencyKey } from '~/contracts/fields'
import { returnAddress, returnAddressToChange } from '~/contracts/postal-address'
import { confirmsValue } from '~/contracts/credit/agreed-value'
import { conditionGrades } from '~/contracts/catalogue/trade-in-estimate'

/** '' becomes null. */
const grade = z.union([z.enum(conditionGrades), z.literal('').transform(() => null), z.null()])

const tradeInMachine = {
  machineId: rowId.nullish(),
  deviceInfo: caseDevice,
  grade: grade.default(null),
  accessories: optionalText,
  arrivalCondition: optionalText,
}

export const createTradeInInput = z.object({
  customer: customerChoice,
  ...tradeInMachine,
  others: otherMachines(tradeInMachine),
  returnAddress,
  ...deskFields,
  ...withIdempotencyKey,
})

/** Fields left out stay. Values are EUR of store credit. */
export const updateTradeInInput = z.object({
  id: rowId,
  version: rowVersion.optional(),
  customer: customerChoice.optional(),
  deviceInfo: caseDevice.optional(),
  conditionAssessment: textToChange,
  evaluationNotes: textToChange,
  estimatedValue: amountOrNull('Estimated value').optional(),
  finalValue: amountOrNull('Final value').optional(),
  /** Required if the customer has not accepted the final value. */
  confirmsValue,
  grade: grade.optional(),
  foundGrade: grade.optional(),
  accessories: textToChange,
  arrivalCondition: textToChange,
  returnAddress: returnAddressToChange,
  ...deskFields,
  ...parcelFields,
})

const quotedAmount = z.number().catch(0)

/** A copy at the time of quoting; later changes of the catalogue do not affect it. */
export const machineSnapshot = z
  .object({
    manufacturer: z.string(),
    model: z.string(),
    category: z.string(),
    hashrate: z.string(),
    powerConsumption: z.string(),
    baseValueExcellent: quotedAmount,
    baseValueGood: quotedAmount,
    baseValueFair: quotedAmount,
    baseValuePoor: quotedAmount,
  })
  .nullable()
  .catch(null)
export type MachineSnapshot = z.output<typeof machineSnapshot>
