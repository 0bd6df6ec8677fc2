import type { NextApiHandler } from 'next'
import { publishedKeySet } from '~/server/auth/signing-keys'
import { getServices } from '~/server/services'

/** Short, because a new key signs as soon as it is made. */
const CACHE_SECONDS = 60

/** The public keys that access tokens are checked by, as /.well-known/jwks.json (next.config.js; RFC 7517). */
const handler: NextApiHandler = async (req, res) => {
  if (req.method !== 'GET' && req.method !== 'HEAD') {
    res.setHeader('Allow', 'GET, HEAD')
    res.status(405).json({ message: 'Only GET is allowed here.' })
    return
  }
  const keySet = await publishedKeySet(getServices())
  res.setHeader('Cache-Control', `public, max-age=${CACHE_SECONDS}`)
  res.setHeader('Access-Control-Allow-Origin', '*')
  res.setHeader('Content-Type', 'application/jwk-set+json')
  res.send(JSON.stringify(keySet))
}

export default handler
