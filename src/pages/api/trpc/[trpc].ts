import type { NextApiHandler } from 'next'
import { createNextApiHandler } from '@trpc/server/adapters/next'
import { optionsOf } from '~/server/api/handler-options'

// tRPC reads the body itself: its own answers to malformed and oversized ones are in the form that
// its clients understand. In production the process's entry answers before Next (docs/decisions/045).
export const config = { api: { bodyParser: false, responseLimit: false, externalResolver: true } }

const handler: NextApiHandler = async (req, res) => {
  const path = [req.query.trpc ?? []].flat().join('/')
  await createNextApiHandler(await optionsOf(req, path))(req, res)
}

export default handler
