import { Secret, TOTP } from 'otpauth'

/** RFC 6238 as every app understands it. */
const PERIOD_SECONDS = 30
const SHAPE = { algorithm: 'SHA1', digits: 6, period: PERIOD_SECONDS } as const
/** As long as the hash (RFC 4226, 4). */
const SECRET_BYTES = 20
/** A clock may be one step off (RFC 6238, 5.2). */
const STEPS_OFF = 1

export const TOTP_SECRET = 'totp-secret'

export const newTotpSecret = (): string => new Secret({ size: SECRET_BYTES }).base32

export async function totpSetup({ secret, issuer, label }: { secret: string; issuer: string; label: string }) {
  const uri = new TOTP({ ...SHAPE, issuer, label, secret: Secret.fromBase32(secret) }).toString()
  const { toSVG } = await import('bwip-js/node')
  return { secret, uri, qrCode: toSVG({ bcid: 'qrcode', text: uri, padding: 4, backgroundcolor: 'FFFFFF' }) }
}

/** Steps since 1970; null for a wrong code. */
export function totpStep(secret: string, code: string, at: Date): bigint | null {
  const timestamp = at.getTime()
  const off = TOTP.validate({ ...SHAPE, secret: Secret.fromBase32(secret), token: code, timestamp, window: STEPS_OFF })
  return off === null ? null : BigInt(TOTP.counter({ period: PERIOD_SECONDS, timestamp }) + off)
}
