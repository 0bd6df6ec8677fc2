import * as z from 'zod'
import { longest } from '~/contracts/fields'
import type { RepairStatus, TradeInStatus } from '~/contracts/statuses'
import { caseRef, type CaseNoun } from '~/contracts/case-ref'
import { ownCaseInput } from './tracking'
import { returnAddress } from '~/contracts/postal-address'

/** The return address belongs to the customer, so no history shows it. */

/** By an email's link, or as the signed-in owner. */
export const changeAddressInput = z
  .object({
    case: z.union([caseRef, ownCaseInput]).optional(),
    token: z.string().min(1, 'The link is not complete').check(longest(200, 'The link is not valid')).optional(),
    returnAddress,
  })
  .refine((input) => (input.case === undefined) !== (input.token === undefined), {
    path: ['case'],
    message: 'Give either the case or a token',
  })

interface Standing {
  noun: CaseNoun
  status: RepairStatus | TradeInStatus
  carrier: string | null
  trackingNumber: string | null
}

export function mayAddressChange({ noun, status, carrier, trackingNumber }: Standing): boolean {
  if (noun === 'repairs') return status !== 'shipped'
  if (status === 'rejected') return !carrier && !trackingNumber
  return status !== 'completed'
}

export const ADDRESS_IS_OVER = 'We have already sent the device back, or are keeping it, so its address can no longer be changed.'
