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

const MOST_ISSUES = 20
const LONGEST_REMARKS = 5_000

const BAD_QUANTITY = `Enter a quantity from 1 to ${MOST_MACHINES}`

const longerText = plainText(LONGEST_REMARKS).default('')

const NO_DRAFT = 'Not a valid draft'
/** 128 random bits from the browser; pictures are added under it before the request is sent. */
const draftSecret = z.string({ error: NO_DRAFT }).check(longest(32, NO_DRAFT), z.regex(/^[\da-f]{32}$/, NO_DRAFT))

const requestCustomer = z.object({
  fullName: requiredLine('Name is required'),
  email: emailAddress,
  phone: phoneNumber,
})

const shared = {
  customer: requestCustomer.optional(),
  accessories: plainText(1_000).default(''),
  returnAddress,
  draft: draftSecret.optional(),
  /** Files of the draft, each with the index of the machine that it shows. */
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
  /** A honeypot: hidden from people. */
  website: z.string().max(2_000).default(''),
  ...withIdempotencyKey,
}

/** Condition as the owner sees it; in the catalogue or not. */
export const requestedMachine = z
  .object({
    machineId: rowId.optional(),
    /** Instead of `machineId`; its value is found by the evaluation. */
    device: caseDevice.omit({ serialNumber: true }).optional(),
    grade: z.enum(conditionGrades, { error: 'Choose a condition' }),
    serialNumber: caseDevice.shape.serialNumber,
    /** Each gets a number of its own. */
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
    service: z.union([z.enum(repairServiceIds), z.literal('').transform(() => null), z.null()]).default(null),
    deviceInfo: caseDevice,
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
  /** EUR quoted; null for repairs and unlisted machines. */
  value: number | null
}

/** The number, or a notice to confirm by email; the latter is the same for every address. */
export type RequestOutcome =
  | { state: 'waiting'; noun: CaseNoun; email: string }
  | {
      state: 'opened'
      noun: CaseNoun
      cases: OpenedCase[]
      /** The quoted values hold until then; null for repairs, and once no machine is waited for. */
      quotedUntil: Date | null
      /** Null once no machine is waited for. */
      sendTo: string[] | null
    }

const token = z.string().min(1, 'The link is not complete').check(longest(200, 'The link is not valid'))

export const confirmRequestInput = z.object({ token })

export interface RequestLink {
  state: 'waiting' | 'confirmed' | 'expired' | 'unknown'
  /** '' if the link works. */
  message: string
}
/** Resends a pending request's email, to `email` if given. */
export const resendRequestInput = z.object({ draft: draftSecret, email: emailAddress.optional() })

const theirCase = {
  case: z.union([caseRef, ownCaseInput]).optional(),
  token: token.optional(),
}
const isNamedOnce = (input: { case?: unknown; token?: unknown }) => (input.case === undefined) !== (input.token === undefined)
const NAMED_ONCE = { path: ['case'], message: 'Give either the case or a token' }

/** By the owner or the holder of a link. With `all` also the other cases of the request. */
export const sentInput = z
  .object({
    ...theirCase,
    carrier: requiredLine('Carrier is required'),
    trackingNumber: optionalLine.transform(parcelNumber),
    all: z.boolean().default(true),
    /** Numbers of the cases in the parcel; left out: as `all` says. */
    numbers: z.array(plainText(200)).min(1, 'Choose what you have sent').max(MOST_MACHINES).optional(),
  })
  .refine(isNamedOnce, NAMED_ONCE)

/** Withdraws an online request before the machine is sent. With `all` also the other cases of the request. */
export const withdrawInput = z.object({ ...theirCase, all: z.boolean().default(false) }).refine(isNamedOnce, NAMED_ONCE)

export const arrivedInput = caseRef

export const removeRequestFileInput = z.object({ draft: draftSecret, id: rowId })

/** `POST /api/request-files?noun=repairs&draft=…&kind=picture&name=…` with the file as body. */
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

export interface RequestedOnline {
  /** Handed over together at the counter, not requested online. */
  isIntake: boolean
  requestedAt: Date
  /** As given in the request; the account may differ. */
  fullName: string | null
  phone: string | null
  remarks: string
  isExpedited: boolean
  quotedUntil: Date | null
  /** EUR: the catalogue's present value of that grade, if it is above the quote. */
  betterValue: number | null
  inboundCarrier: string | null
  inboundTrackingNumber: string | null
  sentInAt: Date | null
  arrivedAt: Date | null
  /** Number of cases of the request, and the first of the others. */
  size: number
  others: { noun: CaseNoun; number: string }[]
}
