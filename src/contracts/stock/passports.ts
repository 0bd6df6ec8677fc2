import * as z from 'zod'
import { plainText, requiredLine, rowId } from '~/contracts/fields'
import type { Unit } from './units'

/** Passports of machines: what was measured and done on one, signed, for its buyer (docs/decisions/025). */

/** The audience of a passport's signature: no program takes it for a session, nor a session for a passport. */
export const PASSPORT_AUDIENCE = 'machine-passport'
/** The type in the header of its signature (RFC 7515, 4.1.9). */
export const PASSPORT_TYPE = 'machine-passport+jwt'
export const PASSPORT_ALGORITHM = 'ES256'

export const MOST_PASSPORT_PICTURES = 8

const line = z.string().max(300)
const day = z.iso.date()
const figure = z.number().nullable()

/**
 * - `original`: in the machine when the shop read it first.
 * - `replaced`: put in by the shop.
 * - `swapped_before`: put in by somebody else, before the machine came to the shop or came back.
 * - `unknown`: it has no serial number, or one that nobody can explain.
 */
export const boardOrigins = ['original', 'replaced', 'swapped_before', 'unknown'] as const
export type BoardOrigin = (typeof boardOrigins)[number]

const board = z.object({
  /** As the machine counts them. */
  slot: z.number(),
  serialNumber: line.nullable(),
  origin: z.enum(boardOrigins),
  /** The day on which the shop put it in. */
  since: day.nullable(),
  /** H/s. */
  hashrate: figure,
  chips: figure,
  expectedChips: figure,
  /** The hotter of board and chips, in °C. */
  temperature: figure,
})

const test = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('load'), on: day, minutes: z.number() }),
  /** The electrical safety test. */
  z.object({ kind: z.literal('safety'), on: day, passed: z.boolean(), reference: line.nullable() }),
])

/** The content of a passport. Hashrates are in H/s, power in watts, efficiency in J/TH; days are those of the shop, '2026-11-21'. */
export const passportContent = z.object({
  unitNumber: line,
  manufacturer: line,
  model: line,
  /** Of the machine itself; null where nobody could read it. */
  serialNumber: line.nullable(),
  nominal: z.object({ hashrate: figure, power: figure }),
  /** The latest reading after work on it; null where there is none. */
  measured: z.object({ on: day, hashrate: figure, power: figure, efficiency: figure, boards: z.array(board).max(64) }).nullable(),
  /** Parts that the shop has put in, and are in it. */
  parts: z.array(z.object({ slot: line, name: line, on: day })).max(100),
  tests: z.array(test).max(50),
  repairs: z.array(z.object({ on: day, what: line, parts: z.array(line).max(50) })).max(50),
  /** The last day of the warranty of its repairs; null for none. */
  warrantyUntil: day.nullable(),
  /** The warranty of the product under which it is sold. */
  saleWarranty: line.nullable(),
  pictures: z
    .array(
      z.object({
        id: z.guid(),
        width: z.number().nullable(),
        height: z.number().nullable(),
        /** Of the whole picture, in hexadecimal. */
        sha256: line,
      }),
    )
    .max(MOST_PASSPORT_PICTURES),
})
export type PassportContent = z.output<typeof passportContent>

/** The signed claims: the content, who has signed it and when (seconds since 1970), and the code of its page. */
export const passportClaims = z.object({
  iss: z.string().max(300),
  aud: z.literal(PASSPORT_AUDIENCE),
  iat: z.number(),
  code: z.string().max(100),
  passport: passportContent,
})
export type PassportClaims = z.output<typeof passportClaims>

/** The code in the address of a passport's page. Plain SQL may have made any. */
export const passportCodeInput = z.object({ code: plainText(100).min(1) })

/** The public half of a key that signs passports, as /.well-known/jwks.json has it. */
export interface PassportKey {
  kid: string
  kty: 'EC'
  crv: 'P-256'
  x: string
  y: string
}

interface PassportPicture {
  id: string
  width: number | null
  height: number | null
  address: string
  thumbnailAddress: string
}

export interface PublicPassport {
  code: string
  issuedAt: Date
  /** Nothing else counts then. */
  revoked: { at: Date; reason: string } | null
  /** Null for one that is revoked or that no key of the shop has signed. */
  content: PassportContent | null
  /** As it was signed (JWS, compact); null as `content`. */
  signed: string | null
  pictures: PassportPicture[]
  /** The days left of the warranty of its repairs; null for none. */
  warrantyDaysLeft: number | null
  isClaimed: boolean
  isMine: boolean
  /** A signed-in reader can claim the machine or ask for it. */
  isClaimable: boolean
  /** The machine is not free: its owner or staff are asked first. */
  mustAsk: boolean
  /** The caller's own request: waiting, or refused so recently that they cannot ask again. */
  claim: { id: string; state: 'waiting' | 'refused'; at: Date } | null
  /** Waiting requests of others for the caller's machine. */
  asked: { id: string; createdAt: Date }[]
}

/** A picture that can stand in a passport: one that the shop has taken in a case of the machine. */
export interface PictureChoice {
  id: string
  name: string
  caseNumber: string
  createdAt: Date
  thumbnailAddress: string | null
}

/** A passport as staff see it. */
export interface IssuedPassport {
  id: string
  code: string
  /** The public address of its page. */
  address: string
  issuedAt: Date
  issuedBy: string | null
  revokedAt: Date | null
  revokedReason: string | null
  claimedAt: Date | null
}

export interface UnitPassports {
  /** The newest first. */
  issued: IssuedPassport[]
  /** The content of one issued now, without pictures. */
  preview: PassportContent
  /** Facts that a buyer would miss in it, in sentences. */
  missing: string[]
  pictures: PictureChoice[]
}

export const unitPassportsInput = z.object({ id: rowId })

export const issuePassportInput = z.object({
  id: rowId,
  /** Pictures among `UnitPassports.pictures`, in their order. */
  pictures: z.array(rowId).max(MOST_PASSPORT_PICTURES, `At most ${MOST_PASSPORT_PICTURES} pictures`).default([]),
})

/** The reason is for everybody who opens the page. */
export const passportReasonForm = z.object({ note: requiredLine('Say why') })
export const revokePassportInput = z.object({ id: rowId, reason: requiredLine('Say why') })

/** The states in which the holder of a machine can claim it: it has left the shop. */
const claimableStates: readonly string[] = ['sold', 'with_customer']
export const isClaimableUnit = ({ owner, state }: Pick<Unit, 'owner' | 'state'>): boolean =>
  owner === 'customer' && claimableStates.includes(state)
