import { createCipheriv, createDecipheriv, createHash, createHmac, hkdfSync, randomBytes } from 'node:crypto'

/** Everything derives from NEXTAUTH_SECRET, with a key for each purpose, so that a value made for one is worthless for another. */

const KEY_BYTES = 32
const NONCE_BYTES = 12
const TAG_BYTES = 16
const VERSION = 'v1.'

/** A process has one secret and few purposes, and every change asks. */
const derived = new Map<string, Buffer>()
const MOST_DERIVED = 100

/** 256 bits by HKDF-SHA256 (RFC 5869). */
function deriveKey(secret: string, purpose: string): Buffer {
  const name = JSON.stringify([secret, purpose])
  const known = derived.get(name)
  if (known) return known
  const key = Buffer.from(hkdfSync('sha256', secret, '', `shop/${purpose}`, KEY_BYTES))
  if (derived.size >= MOST_DERIVED) derived.clear()
  derived.set(name, key)
  return key
}

/** AES-256-GCM with a fresh nonce, bound to its purpose. */
export function encrypt(secret: string, purpose: string, text: string): string {
  const nonce = randomBytes(NONCE_BYTES)
  const cipher = createCipheriv('aes-256-gcm', deriveKey(secret, purpose), nonce)
  const encrypted = Buffer.concat([nonce, cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()])
  return VERSION + encrypted.toString('base64url')
}

/** @throws if it was changed, or encrypted with another secret or purpose */
export function decrypt(secret: string, purpose: string, encrypted: string): string {
  if (!encrypted.startsWith(VERSION)) throw new Error('The encrypted text has an unknown form')
  const bytes = Buffer.from(encrypted.slice(VERSION.length), 'base64url')
  const decipher = createDecipheriv('aes-256-gcm', deriveKey(secret, purpose), bytes.subarray(0, NONCE_BYTES), {
    authTagLength: TAG_BYTES,
  })
  decipher.setAuthTag(bytes.subarray(-TAG_BYTES))
  return Buffer.concat([decipher.update(bytes.subarray(NONCE_BYTES, -TAG_BYTES)), decipher.final()]).toString('utf8')
}

/** 256 random bits in 43 URL-safe letters. */
export const randomToken = (): string => randomBytes(KEY_BYTES).toString('base64url')

/** 256 random bits need neither salt nor key. */
export const hashToken = (token: string): string => createHash('sha256').update(token).digest('base64url')

/** For guessable texts (a code, an address); worthless without the secret. */
export const keyedHash = (secret: string, purpose: string, text: string): string =>
  createHmac('sha256', deriveKey(secret, purpose)).update(text).digest('base64url')
