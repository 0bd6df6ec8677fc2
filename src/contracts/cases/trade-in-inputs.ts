import * as z from 'zod'
import { customerChoice } from '~/contracts/identity/customer-choice'
import { parcelFields } from './parcel-fields'
import { caseDevice, deskFields, otherMachines } from './cases'
import { amountOrNull, optionalText, rowId, rowVersion, textToChange, withIdempotencyKey } from '~/contracts/fields'
import { returnAddress, returnAddressToChange } from '~/contracts/postal-address'
import { confirmsValue } from '~/contracts/credit/agreed-value'
import { conditionGrades } from '~/contracts/catalogue/trade-in-estimate'

/** Trade-ins are opened and evaluated; apart from what their list loads. */

/** A grade, or none: empty becomes null. */
const grade = z.union([z.enum(conditionGrades), z.literal('').transform(() => null), z.null()])

const tradeInMachine = {
  machineId: rowId.nullish(),
  deviceInfo: caseDevice,
  grade: grade.default(null),
  accessories: optionalText,
  arrivalCondition: optionalText,
}

/**
 * Opens a trade-in. A machine of the catalogue and a grade make the estimated value, which stays as it is whatever becomes
 * of the catalogue; without them there is none yet.
 * Several machines of one intake become a trade-in each.
 */
export const createTradeInInput = z.object({
  customer: customerChoice,
  ...tradeInMachine,
  others: otherMachines(tradeInMachine),
  returnAddress,
  ...deskFields,
  ...withIdempotencyKey,
})

/** Fields left out stay as they are. Values are store credit in EUR. */
export const updateTradeInInput = z.object({
  id: rowId,
  version: rowVersion.optional(),
  customer: customerChoice.optional(),
  deviceInfo: caseDevice.optional(),
  conditionAssessment: textToChange,
  evaluationNotes: textToChange,
  estimatedValue: amountOrNull('Estimated value').optional(),
  finalValue: amountOrNull('Final value').optional(),
  /** Required for a final value that the customer has not accepted. */
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

/** The catalogue's machine as it was when the value was quoted: a copy, which later changes of the catalogue leave alone. */
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
