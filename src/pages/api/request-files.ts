import type { NextApiHandler } from 'next'
import { env } from '~/env'
import { whileReachable } from '~/server/http/pages/unavailable'
import { receiveRequestFile, sendRequestPicture } from '~/server/http/routes/request-file-upload'
import { getServices } from '~/server/services'

// The body is streamed.
export const config = { api: { bodyParser: false, externalResolver: true } }

/**
 * `POST /api/request-files?noun=repairs&draft=…&name=…`: a file of an unsent request, as body.
 * `GET /api/request-files?draft=…&id=…`: its small picture.
 */
const handler: NextApiHandler = async (req, res) => {
  res.setHeader('Cache-Control', 'private, no-store')
  if (req.method === 'GET') {
    res.setHeader('Referrer-Policy', 'no-referrer')
    await sendRequestPicture(getServices(), req, res)
    return
  }
  if (req.method !== 'POST') {
    res.setHeader('Allow', 'GET, POST')
    res.status(405).json({ message: 'Send the file with POST.' })
    return
  }
  await receiveRequestFile(getServices(), env().NEXTAUTH_URL, req, res)
}

export default whileReachable(handler)
