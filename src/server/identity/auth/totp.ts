import { Secret, TOTP } from 'otpauth'

/** Codes of authenticator apps (RFC 6238): SHA-1, six digits, every 30 seconds, which every app understands. */
const PERIOD_SECONDS = 30
const SHAPE = { algorithm: 'SHA1', digits: 6, period: PERIOD_SECONDS } as const
/** Bytes of a shared secret: as long as the hash (RFC 4226, 4). */
const SECRET_BYTES = 20
/** A clock may be one step off, either way (RFC 6238, 5.2). */
const STEPS_OFF = 1

/** The encryption purpose of shared secrets. */
export const TOTP_SECRET = 'totp-secret'

export const newTotpSecret = (): string => new Secret({ size: SECRET_BYTES }).base32

/** The setup of an authenticator app: its URL, and a QR code of it as SVG. */
export async function totpSetup({ secret, issuer, label }: { secret: string; issuer: string; label: string }) {
  const uri = new TOTP({ ...SHAPE, issuer, label, secret: Secret.fromBase32(secret) }).toString()
  // Seldom needed, and large.
  const { toSVG } = await import('bwip-js/node')
  return { secret, uri, qrCode: toSVG({ bcid: 'qrcode', text: uri, padding: 4, backgroundcolor: 'FFFFFF' }) }
}

/** The time step (counted since 1970) of a code that is valid at that time; null for a wrong one. */
export function totpStep(secret: string, code: string, at: Date): bigint | null {
  const timestamp = at.getTime()
  const off = TOTP.validate({ ...SHAPE, secret: Secret.fromBase32(secret), token: code, timestamp, window: STEPS_OFF })
  return off === null ? null : BigInt(TOTP.counter({ period: PERIOD_SECONDS, timestamp }) + off)
}
