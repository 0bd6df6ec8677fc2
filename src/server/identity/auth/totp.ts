import { Secret, TOTP } from 'otpauth'
import QRCode from 'qrcode'

/**
 * Codes of authenticator apps (RFC 6238): SHA-1, six digits, a new one every 30 seconds, which is all
 * that every app understands.
 */
const PERIOD_SECONDS = 30
const SHAPE = { algorithm: 'SHA1', digits: 6, period: PERIOD_SECONDS } as const
/** Bytes of a shared secret: as long as the hash (RFC 4226, 4). */
const SECRET_BYTES = 20
/** A clock may be one step off, either way (RFC 6238, 5.2). */
const STEPS_OFF = 1

/** What shared secrets are encrypted for in the database. */
export const TOTP_SECRET = 'totp-secret'

/** A new shared secret in base32. */
export const newTotpSecret = (): string => new Secret({ size: SECRET_BYTES }).base32

/** What an authenticator app is given: the address that says it all, and its picture as SVG text. */
export async function totpSetup({ secret, issuer, label }: { secret: string; issuer: string; label: string }) {
  const uri = new TOTP({ ...SHAPE, issuer, label, secret: Secret.fromBase32(secret) }).toString()
  return { secret, uri, qrCode: await QRCode.toString(uri, { type: 'svg', errorCorrectionLevel: 'M', margin: 2 }) }
}

/** The time step (counted since 1970) whose code this is, of those that count at that time; null for a wrong one. */
export function totpStep(secret: string, code: string, at: Date): bigint | null {
  const timestamp = at.getTime()
  const off = TOTP.validate({ ...SHAPE, secret: Secret.fromBase32(secret), token: code, timestamp, window: STEPS_OFF })
  return off === null ? null : BigInt(TOTP.counter({ period: PERIOD_SECONDS, timestamp }) + off)
}
