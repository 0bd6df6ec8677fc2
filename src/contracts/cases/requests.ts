import * as z from 'zod'
import { emailAddress } from '~/contracts/identity/auth'
import { fileName } from '~/contracts/uploads'
import { caseDevice } from './cases'
import { caseNouns, caseRef, type CaseNoun, type CaseRef } from '~/contracts/case-ref'
import { longest, optionalLine, phoneNumber, plainLine, plainText, requiredLine, rowId, withIdempotencyKey } from '~/contracts/fields'
import { serialKey } from '~/contracts/numbers'
import { parcelNumber } from '~/contracts/parcel-numbers'
import { MOST_FILES, MOST_MACHINES, requestFileKinds, type RequestFileKind } from './request-limits'
import { repairServiceIds } from '~/contracts/repair-services'
import { returnAddress } from '~/contracts/postal-address'
import { ownCaseInput } from './tracking'
import { conditionGrades } from '~/contracts/catalogue/trade-in-estimate'

/** Customers' requests online: repairs and trade-ins, with an account or without. */

/** Common issues that somebody may choose. */
const MOST_ISSUES = 20
const LONGEST_REMARKS = 5_000

const BAD_QUANTITY = `Enter a quantity from 1 to ${MOST_MACHINES}`

const longerText = plainText(LONGEST_REMARKS).default('')

const NO_DRAFT = 'Not a valid draft'
/** 128 random bits that the browser has made up: pictures are added by it before the request is sent. */
const draftSecret = z.string({ error: NO_DRAFT }).check(longest(32, NO_DRAFT), z.regex(/^[\da-f]{32}$/, NO_DRAFT))

const requestCustomer = z.object({
  fullName: requiredLine('Name is required'),
  email: emailAddress,
  phone: phoneNumber,
})

const shared = {
  /** Left out by signed-in customers. */
  customer: requestCustomer.optional(),
  /** Parts that come with the machine, or with all of them. */
  accessories: plainText(1_000).default(''),
  /** The address that machines go back to, if they do. */
  returnAddress,
  draft: draftSecret.optional(),
  /** Which of the draft's files are meant, and which row of the request's machines each shows, counted from 0. */
  files: z
    .array(
      z.object({
        id: rowId,
        machine: z
          .int()
          .min(0)
          .max(MOST_MACHINES - 1)
          .default(0),
      }),
    )
    .max(MOST_FILES, `At most ${MOST_FILES} files`)
    .default([]),
  /** A honeypot: people do not see this field, and programs fill it in. */
  website: z.string().max(2_000).default(''),
  ...withIdempotencyKey,
}

/** Machines in the condition that their owner sees: of the catalogue, or one that the catalogue has not. */
export const requestedMachine = z
  .object({
    machineId: rowId.optional(),
    /** Instead of `machineId`: its value is found when it is evaluated. */
    device: caseDevice.omit({ serialNumber: true }).optional(),
    grade: z.enum(conditionGrades, { error: 'Choose a condition' }),
    serialNumber: caseDevice.shape.serialNumber,
    /** So many of them, each with a number of its own. */
    quantity: z.int(BAD_QUANTITY).min(1, BAD_QUANTITY).max(MOST_MACHINES, BAD_QUANTITY).default(1),
  })
  .refine(({ machineId, device }) => (machineId === undefined) !== (device === undefined), {
    path: ['machineId'],
    message: 'Choose a machine',
  })
  .refine(({ serialNumber, quantity }) => serialNumber === undefined || quantity === 1, {
    path: ['quantity'],
    message: 'A serial number belongs to one machine: leave it empty, or make the quantity 1',
  })
export type RequestedMachine = z.output<typeof requestedMachine>

const TOO_MANY_MACHINES = `At most ${MOST_MACHINES} machines in one request`

/** The rows whose serial number an earlier one has too. */
function repeatedSerials(machines: readonly RequestedMachine[]): number[] {
  const seen = new Set<string>()
  return machines.flatMap(({ serialNumber }, row) => {
    const serial = serialKey(serialNumber)
    if (serial === null) return []
    if (seen.has(serial)) return [row]
    seen.add(serial)
    return []
  })
}

/** Asks for the trade-in of one machine or several; each becomes a trade-in with a number of its own. */
export const requestTradeInsInput = z.object({
  machines: z
    .array(requestedMachine)
    .min(1, 'Choose at least one machine')
    .max(MOST_MACHINES, TOO_MANY_MACHINES)
    .check(({ value, issues }) => {
      if (value.reduce((sum, { quantity }) => sum + quantity, 0) > MOST_MACHINES) {
        issues.push({ code: 'custom', input: value, path: [], message: TOO_MANY_MACHINES })
      }
      for (const row of repeatedSerials(value)) {
        issues.push({ code: 'custom', input: value, path: [row, 'serialNumber'], message: 'Another row has this serial number' })
      }
    }),
  remarks: longerText,
  ...shared,
})
export type RequestTradeIns = z.output<typeof requestTradeInsInput>

export const requestRepairInput = z
  .object({
    /** Empty for somebody who is not sure. */
    service: z.union([z.enum(repairServiceIds), z.literal('').transform(() => null), z.null()]).default(null),
    deviceInfo: caseDevice,
    /** The site's common issues that it has. */
    issues: z.array(plainLine(200).min(1)).max(MOST_ISSUES).default([]),
    problemDescription: longerText,
    isExpedited: z.boolean().default(false),
    ...shared,
  })
  .refine(({ issues, problemDescription }) => issues.length > 0 || problemDescription.trim() !== '', {
    path: ['problemDescription'],
    message: 'Choose what it does wrong, or describe it',
  })
export type RequestRepair = z.output<typeof requestRepairInput>

export interface OpenedCase extends CaseRef {
  number: string
  /** 'Bitmain Antminer S19 Pro' */
  device: string
  serialNumber: string | null
  /** EUR: the quoted value of a trade-in; null of a repair, and of a machine that the catalogue has not. */
  value: number | null
}

/** Answers a request: with its number, or with an email whose link it waits for. The latter is the same for every address. */
export type RequestOutcome =
  | { state: 'waiting'; noun: CaseNoun; email: string }
  | {
      state: 'opened'
      noun: CaseNoun
      cases: OpenedCase[]
      /** Until when the quoted values hold; null of repairs. */
      quotedUntil: Date | null
      /** The company's name and address, in lines. */
      sendTo: string[]
    }

const token = z.string().min(1, 'The link is not complete').check(longest(200, 'The link is not valid'))

export const confirmRequestInput = z.object({ token })

/** How the link of a request's email stands. */
export interface RequestLink {
  state: 'waiting' | 'confirmed' | 'expired' | 'unknown'
  /** Why it does not work; empty for one that does. */
  message: string
}
/** Sends the email of a request that waits once more; to `email` in place of its address, if that is given. */
export const resendRequestInput = z.object({ draft: draftSecret, email: emailAddress.optional() })

const theirCase = {
  /** By its id, or by the number that its page's address has. */
  case: z.union([caseRef, ownCaseInput]).optional(),
  token: token.optional(),
}
const isNamedOnce = (input: { case?: unknown; token?: unknown }) => (input.case === undefined) !== (input.token === undefined)
const NAMED_ONCE = { path: ['case'], message: 'Give either the case or a token' }

/** 'I have sent it': by the owner of the case, or the holder of a link to it. With `all`, also the other cases of its request. */
export const sentInput = z
  .object({
    ...theirCase,
    carrier: requiredLine('Carrier is required'),
    trackingNumber: optionalLine.transform(parcelNumber),
    all: z.boolean().default(true),
    /** Which cases of its request are in the parcel, by number; left out: as `all` says. */
    numbers: z.array(plainText(200)).min(1, 'Choose what you have sent').max(MOST_MACHINES).optional(),
  })
  .refine(isNamedOnce, NAMED_ONCE)

/** Takes back what was asked for online and was not sent in yet. With `all`, also the other cases of its request. */
export const withdrawInput = z.object({ ...theirCase, all: z.boolean().default(false) }).refine(isNamedOnce, NAMED_ONCE)

export const arrivedInput = caseRef

export const removeRequestFileInput = z.object({ draft: draftSecret, id: rowId })

/** The query of `POST /api/request-files?noun=repairs&draft=…&kind=picture&name=…`, with the file itself as its body. */
export const requestFileQuery = z.object({
  noun: z.enum(caseNouns),
  draft: draftSecret,
  kind: z.enum(requestFileKinds).default('picture'),
  name: fileName.default('file'),
})

export interface RequestFile {
  id: string
  kind: RequestFileKind
  name: string
  bytes: number
}

/** The request behind a case, as the page of the case tells it. */
export interface RequestedOnline {
  /** They were handed over together at the counter: nothing was asked for online. */
  isIntake: boolean
  requestedAt: Date
  /** As they were given; the account may say another name. */
  fullName: string | null
  phone: string | null
  remarks: string
  isExpedited: boolean
  quotedUntil: Date | null
  /** EUR: what the catalogue gives now for the grade that was asked for, where that is more than what was quoted. */
  betterValue: number | null
  inboundCarrier: string | null
  inboundTrackingNumber: string | null
  sentInAt: Date | null
  arrivedAt: Date | null
  /** How many cases the request became, and the first of the others. */
  size: number
  others: { noun: CaseNoun; number: string }[]
}
