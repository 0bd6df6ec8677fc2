import * as z from 'zod'
import { customerChoice } from '~/contracts/identity/customer-choice'
import { parcelFields } from './parcel-fields'
import { caseDevice, deskFields, otherMachines } from './cases'
import { amountOrNull, optionalText, requiredText, rowId, rowVersion, textToChange, withIdempotencyKey } from '~/contracts/fields'
import { caseEmailInput } from './estimates'
import { unrepairedReasons } from '~/contracts/repair-outcomes'
import { repairServiceIds } from '~/contracts/repair-services'
import { returnAddress, returnAddressToChange } from '~/contracts/postal-address'

/** Repairs are opened and worked on; apart from what their list loads. */

/** One of the services, or none: empty becomes null. */
const service = z.union([z.enum(repairServiceIds), z.literal('').transform(() => null), z.null()])

const NO_PROBLEM = 'Describe the problem'

const repairMachine = {
  deviceInfo: caseDevice,
  problemDescription: requiredText(NO_PROBLEM),
  service: service.default(null),
  accessories: optionalText,
  arrivalCondition: optionalText,
  /** The completed repair whose warranty this one claims: it is done at no cost (requirements §9). */
  warrantyOf: rowId.nullish(),
  /** The sale whose warranty it claims instead, as `cases.warranties` names it. */
  warrantySale: rowId.nullish(),
}

/** Opens a repair: whose device, which, and what is wrong with it. Several machines of one intake become a repair each. */
export const createRepairInput = z.object({
  customer: customerChoice,
  ...repairMachine,
  others: otherMachines(repairMachine),
  returnAddress,
  ...deskFields,
  ...withIdempotencyKey,
})

/** Fields left out stay as they are. Costs are in EUR. */
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
  /** The price of the inspection (EUR); null: it is free. It takes the place of the actual work. */
  fee: amountOrNull('Fee').default(null),
}
/** The email that its customer would get. */
export const previewUnrepairedInput = z.object(unrepaired)

/** Returns a device unrepaired: the repair is completed with that result, unless it is already. */
export const returnUnrepairedInput = z.object({
  ...unrepaired,
  version: rowVersion.optional(),
  /** As somebody has looked at it; `false`: none; left out: as the rule of the status Completed says. */
  email: z.union([z.literal(false), caseEmailInput]).optional(),
})
