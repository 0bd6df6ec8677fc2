import {
  PASSPORT_ALGORITHM,
  PASSPORT_AUDIENCE,
  PASSPORT_TYPE,
  passportClaims,
  type PassportClaims,
  type PassportKey,
} from '~/contracts/stock/passports'

/** Verifies a passport with the browser's crypto, offline. */

/**
 * - `signed`: one of the keys signed exactly this text.
 * - `unknown key`: none of the keys is the named one.
 * - `changed`: the named key did not sign this text.
 * - `no passport`: the text is no passport.
 */
export type Verdict =
  | { kind: 'signed'; claims: PassportClaims; kid: string }
  | { kind: 'unknown key' }
  | { kind: 'changed' }
  | { kind: 'no passport' }

const LONGEST = 200_000

/** Base64url (RFC 4648); null for a non-canonical encoding. */
function bytesOf(part: string): Uint8Array<ArrayBuffer> | null {
  if (!/^[\w-]+$/.test(part)) return null
  try {
    const binary = atob(part.replaceAll('-', '+').replaceAll('_', '/'))
    const again = btoa(binary).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')
    return again === part ? Uint8Array.from(binary, (letter) => letter.charCodeAt(0)) : null
  } catch {
    return null
  }
}

function jsonOf(part: string): Record<string, unknown> | null {
  const bytes = bytesOf(part)
  try {
    const value: unknown = bytes && JSON.parse(new TextDecoder().decode(bytes))
    return typeof value === 'object' && value !== null ? { ...value } : null
  } catch {
    return null
  }
}

const curve = { name: 'ECDSA', namedCurve: 'P-256' } as const

/** @param text of the file; surrounding blanks are ignored */
export async function verifyPassport(text: string, keys: readonly PassportKey[]): Promise<Verdict> {
  const [head = '', body = '', end = '', ...more] = text.slice(0, LONGEST).trim().split('.')
  const header = jsonOf(head)
  const claims = jsonOf(body)
  const isPassport = header?.typ === PASSPORT_TYPE && header.alg === PASSPORT_ALGORITHM && claims?.aud === PASSPORT_AUDIENCE
  if (!isPassport || more.length > 0) return { kind: 'no passport' }
  const key = keys.find(({ kid }) => kid === header.kid)
  if (!key) return { kind: 'unknown key' }
  const signature = bytesOf(end)
  if (!signature) return { kind: 'changed' }
  const { kty, crv, x, y } = key
  const publicKey = await crypto.subtle.importKey('jwk', { kty, crv, x, y }, curve, false, ['verify'])
  const words = new TextEncoder().encode(`${head}.${body}`)
  if (!(await crypto.subtle.verify({ name: 'ECDSA', hash: 'SHA-256' }, publicKey, signature, words))) return { kind: 'changed' }
  const parsed = passportClaims.safeParse(claims)
  return parsed.success ? { kind: 'signed', claims: parsed.data, kid: key.kid } : { kind: 'no passport' }
}

/** Signing keys in a key set (jwks.json); null for a text that is no key set. */
export function keysIn(text: string): PassportKey[] | null {
  try {
    const set: unknown = JSON.parse(text.slice(0, LONGEST))
    if (typeof set !== 'object' || set === null || !('keys' in set) || !Array.isArray(set.keys)) return null
    return set.keys.flatMap((key: unknown) => {
      const { kid, kty, crv, x, y } = typeof key === 'object' && key !== null ? ({ ...key } as Partial<Record<string, unknown>>) : {}
      const isKey = typeof kid === 'string' && kty === 'EC' && crv === 'P-256' && typeof x === 'string' && typeof y === 'string'
      return isKey ? [{ kid, kty, crv, x, y }] : []
    })
  } catch {
    return null
  }
}
