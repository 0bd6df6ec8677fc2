import { compactVerify, errors, SignJWT } from 'jose'
import {
  PASSPORT_ALGORITHM,
  PASSPORT_AUDIENCE,
  PASSPORT_TYPE,
  passportClaims,
  type PassportClaims,
  type PassportContent,
} from '~/contracts/stock/passports'
import type { Services } from '~/server/services'
import { publicPassportKey, type PassportSigner } from './passport-keys'

/** ES256, a compact JWS (RFC 7515). It does not expire: it states what was found on a day. */
export const signPassport = (
  { kid, privateKey }: PassportSigner,
  { code, content, issuer, at }: { code: string; content: PassportContent; issuer: string; at: Date },
): Promise<string> =>
  new SignJWT({ code, passport: content })
    .setProtectedHeader({ alg: PASSPORT_ALGORITHM, typ: PASSPORT_TYPE, kid })
    .setIssuer(issuer)
    .setAudience(PASSPORT_AUDIENCE)
    .setIssuedAt(Math.floor(at.getTime() / 1000))
    .sign(privateKey)

/** Decoders ignore some bits of a signature's last letter. */
const isCanonical = (signed: string): boolean => {
  const signature = signed.split('.').at(-1) ?? ''
  return Buffer.from(signature, 'base64url').toString('base64url') === signature
}

export async function readSigned(deps: Pick<Services, 'db'>, signed: string): Promise<PassportClaims | null> {
  if (!isCanonical(signed)) return null
  try {
    const { payload, protectedHeader } = await compactVerify(
      signed,
      async ({ kid }) => {
        const key = kid === undefined ? null : await publicPassportKey(deps, kid)
        if (!key) throw new errors.JWKSNoMatchingKey()
        return key
      },
      { algorithms: [PASSPORT_ALGORITHM] },
    )
    const claims: unknown = protectedHeader.typ === PASSPORT_TYPE ? JSON.parse(new TextDecoder().decode(payload)) : null
    return passportClaims.safeParse(claims).data ?? null
  } catch (error) {
    if (error instanceof errors.JOSEError || error instanceof SyntaxError) return null
    throw error
  }
}
