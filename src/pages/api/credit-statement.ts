import type { NextApiHandler } from 'next'
import { requestPerson } from '~/server/api/request-context'
import { mfaPending } from '~/server/identity/auth/read-session'
import { whileReachable } from '~/server/http/pages/unavailable'
import { sendCreditStatement } from '~/server/http/routes/credit-statement'
import { getServices } from '~/server/services'

export const config = { api: { responseLimit: false, externalResolver: true } }

/** `GET /api/credit-statement?as=csv`: the person's own store credit. */
const handler: NextApiHandler = async (req, res) => {
  res.setHeader('Cache-Control', 'private, no-store')
  if (req.method !== 'GET') {
    res.setHeader('Allow', 'GET')
    res.status(405).json({ message: 'Statements are read with GET.' })
    return
  }
  const viewer = await requestPerson(req)
  if (!viewer || mfaPending(viewer)) res.status(401).json({ message: 'Please sign in first.' })
  else await sendCreditStatement(getServices(), viewer, req, res)
}

export default whileReachable(handler)
