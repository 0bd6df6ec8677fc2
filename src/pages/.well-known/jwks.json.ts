import { PASSPORT_ALGORITHM } from '~/contracts/stock/passports'
import { passportKeySet } from '~/server/stock/passports/passport-keys'
import { publishedKeySet } from '~/server/identity/auth/signing-keys'
import { jsonWhileReachable } from '~/server/http/pages/unavailable'
import { getServices } from '~/server/services'

/** Short, because a new key signs at once. */
const CACHE_SECONDS = 60

/**
 * The public keys of access tokens and passports (RFC 7517). A page and not an API route behind a rewrite: with rewrites, every visitor's
 * browser loads the code that resolves them.
 */
export const getServerSideProps = jsonWhileReachable(async ({ req, res }) => {
  if (req.method !== 'GET' && req.method !== 'HEAD') {
    res.statusCode = 405
    res.setHeader('Allow', 'GET, HEAD')
    res.setHeader('Content-Type', 'application/json; charset=utf-8')
    res.end(JSON.stringify({ message: 'Only GET is allowed here.' }))
    return { props: {} }
  }
  const services = getServices()
  const { keys } = await publishedKeySet(services)
  const ofPassports = await passportKeySet(services)
  const keySet = { keys: [...keys, ...ofPassports.map((key) => ({ ...key, use: 'sig', alg: PASSPORT_ALGORITHM }))] }
  res.setHeader('Cache-Control', `public, max-age=${CACHE_SECONDS}`)
  res.setHeader('Access-Control-Allow-Origin', '*')
  res.setHeader('Content-Type', 'application/jwk-set+json')
  res.end(JSON.stringify(keySet))
  return { props: {} }
}, {})

export default function KeySet() {
  return null
}
