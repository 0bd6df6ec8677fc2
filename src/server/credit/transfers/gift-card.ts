import { randomInt } from 'node:crypto'
import { decrypt, encrypt } from '~/server/platform/secrets'

/** Codes of gift cards are ours, and written down before a card is asked for: the platform makes no second card with one. */

const PURPOSE = 'gift-card-code'
/** Without letters and digits that are taken for one another. */
const LETTERS = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789'
const LENGTH = 16

/** A new code of 80 random bits, sealed. */
export const newCode = (secret: string): string =>
  encrypt(secret, PURPOSE, Array.from({ length: LENGTH }, () => LETTERS[randomInt(LETTERS.length)] ?? '').join(''))

/** @throws where it was sealed with another secret */
export const openCode = (secret: string, sealed: string): string => decrypt(secret, PURPOSE, sealed)

/** What the platform's staff read on a card, and what it is found by. */
export const noteOf = (transferId: string): string => `Store credit transfer ${transferId}`
