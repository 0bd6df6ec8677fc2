import * as z from 'zod'
import { customerChoice } from '~/contracts/identity/customer-choice'
import { parcelFields } from '~/contracts/parcel-fields'
import { caseDevice, deskFields, otherMachines } from './cases'
import { amountOrNull, optionalText, requiredText, rowId, rowVersion, textToChange, withIdempotencyKey } from '~/contracts/fields'
import { caseEmailInput } from './estimates'
import { unrepairedReasons } from '~/contracts/repair-outcomes'
import { repairServiceIds } from '~/contracts/repair-services'
import { returnAddress, returnAddressToChange } from '~/contracts/postal-address'

/** '' becomes null. */
const service = z.union([z.enum(repairServiceIds), z.literal('').transform(() => null), z.null()])

const NO_PROBLEM = 'Describe the problem'

const repairMachine = {
  deviceInfo: caseDevice,
  problemDescription: requiredText(NO_PROBLEM),
  service: service.default(null),
  accessories: optionalText,
  arrivalCondition: optionalText,
  /** A completed repair whose warranty covers this one, at no cost (requirements §9). */
  warrantyOf: rowId.nullish(),
  /** A sale whose warranty covers it, from `cases.warranties`. */
  warrantySale: rowId.nullish(),
}

export const createRepairInput = z.object({
  customer: customerChoice,
  ...repairMachine,
  others: otherMachines(repairMachine),
  returnAddress,
  ...deskFields,
  ...withIdempotencyKey,
})

/** Fields left out stay. Costs in EUR. */
export const updateRepairInput = z.object({
  id: rowId,
  version: rowVersion.optional(),
  customer: customerChoice.optional(),
  deviceInfo: caseDevice.optional(),
  problemDescription: textToChange,
  diagnosis: textToChange,
  repairNotes: textToChange,
  estimatedCost: amountOrNull('Estimated cost').optional(),
  actualCost: amountOrNull('Actual cost').optional(),
  service: service.optional(),
  accessories: textToChange,
  arrivalCondition: textToChange,
  returnAddress: returnAddressToChange,
  ...deskFields,
  ...parcelFields,
})

const unrepaired = {
  id: rowId,
  reason: z.enum(unrepairedReasons),
  /** Inspection fee (EUR), charged instead of the work; null: free. */
  fee: amountOrNull('Fee').default(null),
}
export const previewUnrepairedInput = z.object(unrepaired)

/** Returns a device unrepaired, completing the repair unless it is completed. */
export const returnUnrepairedInput = z.object({
  ...unrepaired,
  version: rowVersion.optional(),
  /** `false`: none; left out: as the rule of the status Completed says. */
  email: z.union([z.literal(false), caseEmailInput]).optional(),
})
