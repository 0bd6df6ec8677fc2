import type { NextApiHandler } from 'next'
import { servicesIfStarted } from '~/server/services'

async function databaseAnswers(): Promise<boolean> {
  const services = servicesIfStarted()
  if (!services) return false
  try {
    await services.db.prisma.$queryRaw`SELECT 1`
    return true
  } catch {
    return false
  }
}

/** 200 when the database answers, else 503. */
const handler: NextApiHandler = async (_req, res) => {
  res.setHeader('Cache-Control', 'no-store')
  if (await databaseAnswers()) res.status(200).json({ status: 'ok' })
  else res.status(503).json({ status: 'unavailable' })
}

export default handler
