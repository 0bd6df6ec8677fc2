import { randomInt } from 'node:crypto'
import { decrypt, encrypt } from '~/server/platform/secrets'

/** Gift-card codes are generated and recorded before a card is asked for: the platform makes no second card with a code. */

const PURPOSE = 'gift-card-code'
/** No characters that look alike. */
const LETTERS = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789'
const LENGTH = 16

/** 80 random bits, encrypted. */
export const newCode = (secret: string): string =>
  encrypt(secret, PURPOSE, Array.from({ length: LENGTH }, () => LETTERS[randomInt(LETTERS.length)] ?? '').join(''))

/** @throws if it was encrypted with another secret */
export const openCode = (secret: string, sealed: string): string => decrypt(secret, PURPOSE, sealed)

/** Shown to the platform's staff, and used to find the card. */
export const noteOf = (transferId: string): string => `Store credit transfer ${transferId}`
