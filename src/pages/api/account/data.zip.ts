import type { NextApiHandler } from 'next'
import { sendOwnData } from '~/server/http/routes/own-data'
import { whileReachable } from '~/server/http/pages/unavailable'
import { getServices } from '~/server/services'

export const config = { api: { responseLimit: false, externalResolver: true } }

/** `GET /api/account/data.zip?until=…&signature=…`: a copy of the person's own data, by a link of `account.prepareDownload`. */
const handler: NextApiHandler = async (req, res) => {
  if (req.method === 'GET') {
    await sendOwnData(getServices(), req, res)
    return
  }
  res.setHeader('Allow', 'GET')
  res.status(405).json({ message: 'Ask with GET.' })
}

export default whileReachable(handler)
