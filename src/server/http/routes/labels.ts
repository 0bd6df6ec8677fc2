import type { NextApiRequest, NextApiResponse } from 'next'
import { labelsQuery } from '~/contracts/stock/scanning'
import { allows } from '~/contracts/identity/api-keys'
import { labelsFile } from '~/server/stock/scanning/print-labels'
import type { Viewer } from '~/server/identity/auth/read-session'
import { requireScope } from '~/server/identity/auth/scopes'
import type { Services } from '~/server/services'
import { sendPdf } from './case-document'

export async function sendLabels(services: Services, viewer: Viewer, req: NextApiRequest, res: NextApiResponse): Promise<void> {
  const query = labelsQuery.safeParse(req.query)
  if (!query.success) {
    res.status(400).json({ message: query.error.issues.map(({ path, message }) => [...path, message].join(': ')).join('; ') })
    return
  }
  const { unit, part } = query.data
  if (part.length > 0) requireScope(viewer, 'parts', 'read')
  // A place may hold units and parts.
  const isPlaces = unit.length === 0 && allows(viewer.scopes, 'parts', 'read')
  if (!isPlaces) requireScope(viewer, 'units', 'read')
  sendPdf(await labelsFile(services, query.data), { req, res, isDownload: false })
}
