import * as z from 'zod'
import { dayToChange, idToChange, longest, plainText, requiredLine, requiredText, serialLine, withIdempotencyKey } from '~/contracts/fields'
import { customerChoice } from '~/contracts/identity/customer-choice'
import { searchText } from '~/contracts/list-page'
import type { OrderStatus } from '~/contracts/statuses'
import { caseRef, type OtherCase } from '~/contracts/case-ref'

export interface CaseLinks {
  active: number
  latest: Date | null
  machines: { number: string; device: string }[]
  recipient: string | null
}

export const caseNumberInput = z.object({ number: plainText(200).min(1) })

export const caseCustomerChange = z.object({ customer: customerChoice })
export type CaseCustomerChange = z.output<typeof caseCustomerChange>

export const caseDevice = z.object({
  manufacturer: requiredLine('Manufacturer is required'),
  model: requiredLine('Model is required'),
  serialNumber: serialLine.nullish().transform((line) => line || undefined),
})

export interface CaseDraftDevice {
  manufacturer: string
  model: string
  serialNumber?: string | null | undefined
}

export const MOST_TAKEN_IN = 20

/** Further machines of the same intake: one receipt and one email for all. */
export const otherMachines = <Shape extends z.core.$ZodLooseShape>(machine: Shape) =>
  z
    .array(z.object(machine))
    .max(MOST_TAKEN_IN - 1, `At most ${MOST_TAKEN_IN} machines`)
    .default([])

export interface FoundWarranty {
  kind: 'repair' | 'sale'
  /** The repair's, or that of the sale's dispatch: `warrantyOf` or `warrantySale` of a new repair. */
  id: string
  number: string
  deviceInfo: { manufacturer: string; model: string; serialNumber?: string | undefined }
  customer: { userId: string; email: string; fullName: string | null } | null
  /** '2026-11-21' in the business time zone. */
  lastDay: string
  isOver: boolean
}

/** Due day, and the user id of the administrator who has the case. */
export const deskFields = { dueOn: dayToChange, assignedTo: idToChange }
export const deskInput = z.object(deskFields)

export const MOST_FOUND = 8

const search = z.object({ search: searchText })
export const customersInput = search
export const devicesInput = search
export const warrantiesInput = z.object({ serialNumber: serialLine.pipe(z.string().min(1)) })
export const serialNumberInput = z.object({ serialNumber: serialLine.pipe(z.string().min(1)), except: caseRef.optional() })

export const MOST_ADMINISTRATORS = 200

export interface Administrator {
  userId: string
  email: string
  fullName: string | null
}

export interface FoundCustomer {
  userId: string
  email: string
  fullName: string | null
  phone: string | null
  /** Preferred language (BCP 47); null if unknown. */
  language: string | null
}

export interface FoundDevice {
  manufacturer: string
  model: string
  machineId: string | null
  hashrate?: string | undefined
  serialNumber?: string | undefined
}

export interface OtherOrder {
  id: string
  number: string
  status: OrderStatus
  totalAmount: number
  currency: string
  createdAt: Date
}

export interface CaseOwner extends FoundCustomer {
  /** True once they have chosen a password. */
  hasAccount: boolean
  cases: OtherCase[]
  orders: OtherOrder[]
}

export const addNoteInput = caseRef.extend({ body: requiredText('Write a note first'), ...withIdempotencyKey })

const NO_CURSOR = 'Not a valid cursor'

export const timelineInput = caseRef.extend({
  cursor: z.string().check(longest(400, NO_CURSOR)).nullish(),
  limit: z.int().min(1).max(100).default(20),
})

export const quoteAnswers = ['accepted', 'declined', 'disputed'] as const
export type QuoteAnswer = (typeof quoteAnswers)[number]

/** Shared by estimates and offers. */
export interface Quote {
  id: string
  /** Counted per case, from 1. */
  number: number
  sentAt: Date | null
  expiresAt: Date | null
  answeredAt: Date | null
  answerVia: 'telephone' | 'online' | null
  answerNote: string | null
  /** Email address of the customer, or of the administrator who took the call. */
  answeredBy: string | null
  /** Email address of the author, once sent of the sender. */
  createdBy: string | null
  createdAt: Date
  version: number
}
