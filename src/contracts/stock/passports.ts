import * as z from 'zod'
import { plainText, requiredLine, rowId } from '~/contracts/fields'
import type { Unit } from './units'

/** A signed record of what was measured and done on a machine, for its buyer (docs/decisions/025). */

/** Keeps passports and session tokens from being taken for each other. */
export const PASSPORT_AUDIENCE = 'machine-passport'
/** `typ` of the signature's header (RFC 7515, 4.1.9). */
export const PASSPORT_TYPE = 'machine-passport+jwt'
export const PASSPORT_ALGORITHM = 'ES256'

export const MOST_PASSPORT_PICTURES = 8

const line = z.string().max(300)
const day = z.iso.date()
const figure = z.number().nullable()

/**
 * - `original`: in the machine at the shop's first reading.
 * - `replaced`: installed by the shop.
 * - `swapped_before`: installed by somebody else, before the machine came to the shop or came back.
 * - `unknown`: without a serial number, or with an unexplained one.
 */
export const boardOrigins = ['original', 'replaced', 'swapped_before', 'unknown'] as const
export type BoardOrigin = (typeof boardOrigins)[number]

const board = z.object({
  /** As the machine counts. */
  slot: z.number(),
  serialNumber: line.nullable(),
  origin: z.enum(boardOrigins),
  since: day.nullable(),
  /** H/s. */
  hashrate: figure,
  chips: figure,
  expectedChips: figure,
  /** °C, the hotter of board and chips. */
  temperature: figure,
})

const test = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('load'), on: day, minutes: z.number() }),
  z.object({ kind: z.literal('safety'), on: day, passed: z.boolean(), reference: line.nullable() }),
])

/** Hashrates in H/s, power in watts, efficiency in J/TH; days '2026-11-21' in the shop's time zone. */
export const passportContent = z.object({
  unitNumber: line,
  manufacturer: line,
  model: line,
  /** Null if it could not be read. */
  serialNumber: line.nullable(),
  nominal: z.object({ hashrate: figure, power: figure }),
  /** The latest reading after work. */
  measured: z.object({ on: day, hashrate: figure, power: figure, efficiency: figure, boards: z.array(board).max(64) }).nullable(),
  /** Installed by the shop and still in the machine. */
  parts: z.array(z.object({ slot: line, name: line, on: day })).max(100),
  tests: z.array(test).max(50),
  repairs: z.array(z.object({ on: day, what: line, parts: z.array(line).max(50) })).max(50),
  /** Of its repairs. */
  warrantyUntil: day.nullable(),
  saleWarranty: line.nullable(),
  pictures: z
    .array(
      z.object({
        id: z.guid(),
        width: z.number().nullable(),
        height: z.number().nullable(),
        /** Of the whole picture, hexadecimal. */
        sha256: line,
      }),
    )
    .max(MOST_PASSPORT_PICTURES),
})
export type PassportContent = z.output<typeof passportContent>

/** The content, the issuer, the time (Unix seconds), and the code of its page. */
export const passportClaims = z.object({
  iss: z.string().max(300),
  aud: z.literal(PASSPORT_AUDIENCE),
  iat: z.number(),
  code: z.string().max(100),
  passport: passportContent,
})
export type PassportClaims = z.output<typeof passportClaims>

/** From the page's address; plain SQL may have made any. */
export const passportCodeInput = z.object({ code: plainText(100).min(1) })

/** Public key of passports, as in /.well-known/jwks.json. */
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
  /** Overrides everything else. */
  revoked: { at: Date; reason: string } | null
  /** Null if it is revoked, or not signed by a key of the shop. */
  content: PassportContent | null
  /** Compact JWS; null as `content`. */
  signed: string | null
  pictures: PassportPicture[]
  warrantyDaysLeft: number | null
  isClaimed: boolean
  isMine: boolean
  /** A signed-in reader can claim the machine or ask for it. */
  isClaimable: boolean
  /** The machine has an owner: that person or staff are asked first. */
  mustAsk: boolean
  /** The caller's request: waiting, or refused recently enough to block another. */
  claim: { id: string; state: 'waiting' | 'refused'; at: Date } | null
  /** Other people's requests for the caller's machine. */
  asked: { id: string; createdAt: Date }[]
}

export interface PictureChoice {
  id: string
  name: string
  caseNumber: string
  createdAt: Date
  thumbnailAddress: string | null
}

export interface IssuedPassport {
  id: string
  code: string
  address: string
  issuedAt: Date
  issuedBy: string | null
  revokedAt: Date | null
  revokedReason: string | null
  claimedAt: Date | null
}

export interface UnitPassports {
  issued: IssuedPassport[]
  /** A passport issued now, without pictures. */
  preview: PassportContent
  /** Facts that a buyer would miss, in sentences. */
  missing: string[]
  pictures: PictureChoice[]
}

export const unitPassportsInput = z.object({ id: rowId })

export const issuePassportInput = z.object({
  id: rowId,
  pictures: z.array(rowId).max(MOST_PASSPORT_PICTURES, `At most ${MOST_PASSPORT_PICTURES} pictures`).default([]),
})

/** Everybody who opens the page reads the reason. */
export const passportReasonForm = z.object({ note: requiredLine('Say why') })
export const revokePassportInput = z.object({ id: rowId, reason: requiredLine('Say why') })

const claimableStates: readonly string[] = ['sold', 'with_customer']
export const isClaimableUnit = ({ owner, state }: Pick<Unit, 'owner' | 'state'>): boolean =>
  owner === 'customer' && claimableStates.includes(state)
