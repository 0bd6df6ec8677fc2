import * as z from 'zod'
import { longest } from '~/contracts/fields'
import type { RepairStatus, TradeInStatus } from '~/contracts/statuses'
import { caseRef, type CaseNoun } from '~/contracts/case-ref'
import { ownCaseInput } from './tracking'
import { returnAddress } from '~/contracts/postal-address'

/** The address that a device goes back to, as on its parcel. It is its customer's own, and no history tells it. */

/** A customer's own address, by the link of an email or as the signed-in owner of the case. */
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

/** True while the device may still go back to another address: it was not sent back, and is not the shop's. */
export function mayAddressChange({ noun, status, carrier, trackingNumber }: Standing): boolean {
  if (noun === 'repairs') return status !== 'shipped'
  if (status === 'rejected') return !carrier && !trackingNumber
  return status !== 'completed'
}

export const ADDRESS_IS_OVER = 'We have already sent the device back, or are keeping it, so its address can no longer be changed.'
