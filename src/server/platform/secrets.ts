import { createCipheriv, createDecipheriv, createHash, createHmac, hkdfSync, randomBytes } from 'node:crypto'

/**
 * Derives everything from the installation's one secret (NEXTAUTH_SECRET). Each purpose has a key of its own, so that a value made for one
 * is worthless for another.
 */

const KEY_BYTES = 32
const NONCE_BYTES = 12
const TAG_BYTES = 16
const VERSION = 'v1.'

/** Cached keys: a process has one secret and few purposes, and every change asks. */
const derived = new Map<string, Buffer>()
const MOST_DERIVED = 100

/** A 256-bit key for one purpose (HKDF-SHA256, RFC 5869). */
function deriveKey(secret: string, purpose: string): Buffer {
  const name = JSON.stringify([secret, purpose])
  const known = derived.get(name)
  if (known) return known
  const key = Buffer.from(hkdfSync('sha256', secret, '', `shop/${purpose}`, KEY_BYTES))
  if (derived.size >= MOST_DERIVED) derived.clear()
  derived.set(name, key)
  return key
}

/** Encrypts a text for the database (AES-256-GCM, a fresh nonce each time), bound to its purpose. */
export function encrypt(secret: string, purpose: string, text: string): string {
  const nonce = randomBytes(NONCE_BYTES)
  const cipher = createCipheriv('aes-256-gcm', deriveKey(secret, purpose), nonce)
  const encrypted = Buffer.concat([nonce, cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()])
  return VERSION + encrypted.toString('base64url')
}

/** The text that `encrypt` encrypted. @throws when it was changed, or encrypted with another secret or for another purpose */
export function decrypt(secret: string, purpose: string, encrypted: string): string {
  if (!encrypted.startsWith(VERSION)) throw new Error('The encrypted text has an unknown form')
  const bytes = Buffer.from(encrypted.slice(VERSION.length), 'base64url')
  const decipher = createDecipheriv('aes-256-gcm', deriveKey(secret, purpose), bytes.subarray(0, NONCE_BYTES), {
    authTagLength: TAG_BYTES,
  })
  decipher.setAuthTag(bytes.subarray(-TAG_BYTES))
  return Buffer.concat([decipher.update(bytes.subarray(NONCE_BYTES, -TAG_BYTES)), decipher.final()]).toString('utf8')
}

/** 256 random bits in 43 letters that an address can carry. */
export const randomToken = (): string => randomBytes(KEY_BYTES).toString('base64url')

/** Stored in place of a random token. Its 256 bits cannot be guessed, so it needs neither salt nor key. */
export const hashToken = (token: string): string => createHash('sha256').update(token).digest('base64url')

/** Stored in place of a text that could be guessed (a code, an address); worthless without the secret. */
export const keyedHash = (secret: string, purpose: string, text: string): string =>
  createHmac('sha256', deriveKey(secret, purpose)).update(text).digest('base64url')
