import { createPublicKey, verify } from 'node:crypto'

/** Checks passports of machines by Node's crypto alone, as a program of somebody else might: it knows RFC 7515 and the key set. */

interface Key {
  kid: string
  kty: string
  crv: string
  x: string
  y: string
}

/** Letters as RFC 4648 writes them for URLs; null for any other way to write the same bytes. */
function bytesOf(part: string): Buffer | null {
  const bytes = Buffer.from(part, 'base64url')
  return bytes.toString('base64url') === part ? bytes : null
}

function objectOf(part: string): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(bytesOf(part)?.toString('utf8') ?? 'null')
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : null
  } catch {
    return null
  }
}

/** @returns what a passport says; null unless one of the keys has signed exactly this */
export function verifyPassport(signed: string, keys: readonly Key[]): Record<string, unknown> | null {
  const parts = signed.split('.')
  const [head = '', body = '', end = ''] = parts
  const header = objectOf(head)
  const claims = objectOf(body)
  const signature = bytesOf(end)
  if (parts.length !== 3 || !header || !claims || signature?.length !== 64) return null
  if (header.alg !== 'ES256' || header.typ !== 'machine-passport+jwt' || claims.aud !== 'machine-passport') return null
  const key = keys.find(({ kid }) => kid === header.kid)
  if (!key) return null
  const { kty, crv, x, y } = key
  const publicKey = createPublicKey({ key: { kty, crv, x, y }, format: 'jwk' })
  const isTrue = verify('sha256', Buffer.from(`${head}.${body}`, 'latin1'), { key: publicKey, dsaEncoding: 'ieee-p1363' }, signature)
  return isTrue ? claims : null
}
