import * as z from 'zod'
import { dayToChange, idToChange, longest, plainText, requiredLine, requiredText, serialLine, withIdempotencyKey } from '~/contracts/fields'
import { customerChoice } from '~/contracts/identity/customer-choice'
import { searchText } from '~/contracts/list-page'
import type { OrderStatus } from '~/contracts/statuses'
import { caseRef, type OtherCase } from '~/contracts/case-ref'

/** A case is a repair or a trade-in: what the repair desk opens, works on and completes. */

export interface CaseLinks {
  /** How many count. */
  active: number
  latest: Date | null
  /** The cases that they open: this one, and those that the same customer has sent in with it. */
  machines: { number: string; device: string }[]
  /** The address or telephone number that another one would be sent to; null where there is none. */
  recipient: string | null
}

/** A case's number, as its page's address has it. */
export const caseNumberInput = z.object({ number: plainText(200).min(1) })

/** The part of a case's `update` that gives it to another customer. */
export const caseCustomerChange = z.object({ customer: customerChoice })
export type CaseCustomerChange = z.output<typeof caseCustomerChange>

/** The device; any text is allowed, also one that no catalogue knows. */
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

/** Machines of one intake. */
export const MOST_TAKEN_IN = 20

/** Further machines that the same customer hands over: one receipt and one email for all of them. */
export const otherMachines = <Shape extends z.core.$ZodLooseShape>(machine: Shape) =>
  z
    .array(z.object(machine))
    .max(MOST_TAKEN_IN - 1, `At most ${MOST_TAKEN_IN} machines`)
    .default([])

/** A warranty on record for a machine: of a completed repair, or of a sale. */
export interface FoundWarranty {
  kind: 'repair' | 'sale'
  /** Of the repair, or of the sale's dispatch: `warrantyOf` or `warrantySale` of a new repair. */
  id: string
  /** Of the repair or the order. */
  number: string
  deviceInfo: { manufacturer: string; model: string; serialNumber?: string | undefined }
  customer: { userId: string; email: string; fullName: string | null } | null
  /** As '2026-11-21', in the time zone of the business. */
  lastDay: string
  isOver: boolean
}

/** Until when a case is to be done, and who has it: the user id of an administrator. */
export const deskFields = { dueOn: dayToChange, assignedTo: idToChange }
export const deskInput = z.object(deskFields)

/** The most cases, and orders, that the page of a case shows of its customer. */
export const MOST_FOUND = 8

const search = z.object({ search: searchText })
export const customersInput = search
export const devicesInput = search
export const warrantiesInput = z.object({ serialNumber: serialLine.pipe(z.string().min(1)) })
export const serialNumberInput = z.object({ serialNumber: serialLine.pipe(z.string().min(1)), except: caseRef.optional() })

/** Administrators that are offered to work on a case; a shop has fewer. */
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
  /** In which staff speak to them, by its tag (BCP 47); null where nobody has said. */
  language: string | null
}

export interface FoundDevice {
  manufacturer: string
  model: string
  /** Of the trade-in catalogue's machine of that model. */
  machineId: string | null
  /** Nominal, as '110 TH/s', of a model where it is known. */
  hashrate?: string | undefined
  /** Of one device, that was looked for by it. */
  serialNumber?: string | undefined
}

export interface OtherOrder {
  id: string
  number: string
  status: OrderStatus
  /** In `currency` (ISO 4217). */
  totalAmount: number
  currency: string
  createdAt: Date
}

/** The customer of a case with their other records: the newest few of each. */
export interface CaseOwner extends FoundCustomer {
  /** False for an invited customer who has not claimed the account yet. */
  hasAccount: boolean
  cases: OtherCase[]
  orders: OtherOrder[]
}

export const addNoteInput = caseRef.extend({ body: requiredText('Write a note first'), ...withIdempotencyKey })

const NO_CURSOR = 'Not a valid cursor'

export const timelineInput = caseRef.extend({
  /** The `nextCursor` of the page before. */
  cursor: z.string().check(longest(400, NO_CURSOR)).nullish(),
  limit: z.int().min(1).max(100).default(20),
})

/** A customer's answers to an estimate or an offer; an estimate is not disputed. */
export const quoteAnswers = ['accepted', 'declined', 'disputed'] as const
export type QuoteAnswer = (typeof quoteAnswers)[number]

/** Estimates and offers share these: number, times, and the state that the answer leaves. */
export interface Quote {
  id: string
  /** Counts those of the repair or the trade-in from 1. */
  number: number
  sentAt: Date | null
  expiresAt: Date | null
  answeredAt: Date | null
  answerVia: 'telephone' | 'online' | null
  answerNote: string | null
  /** The address of who took the call, or of the customer. */
  answeredBy: string | null
  /** The address of who wrote it, and once it is sent of who sent it. */
  createdBy: string | null
  createdAt: Date
  version: number
}
