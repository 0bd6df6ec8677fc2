import type { NextApiRequest, NextApiResponse } from 'next'
import * as z from 'zod'
import { calendarDay } from '~/lib/instant'
import { type CsvTable, sendFile } from '~/server/platform/csv/write-csv'
import { actorOf, type Viewer } from '~/server/identity/auth/read-session'
import { requireScope } from '~/server/identity/auth/scopes'
import { clientInfo } from '~/server/platform/network/client-info'
import { currentRequestId } from '~/server/platform/request-scope'
import type { Services } from '~/server/services'
import { auditedExport } from '~/server/office/audited-export'
import { exporterOf, routerOfFile } from '~/server/office/record-lists'
import { exportReport, reportOfFile } from '~/server/office/reports/report-csv'
import { answerRefusal } from './refusal'

const file = z.string().regex(/^[a-z-]+\.csv$/)
const texts = z.record(z.string(), z.string())

function opener(
  call: Services & { viewer: Viewer },
  route: string,
): ((view: Record<string, string>) => CsvTable | Promise<CsvTable>) | undefined {
  const list = exporterOf(route)
  if (list) return (view) => list(call, view)
  const report = reportOfFile(route)
  return report && ((view) => exportReport(call, report, view))
}

/** Sends a list's view or a report as CSV, and audits it. */
export async function sendExport(services: Services, viewer: Viewer, req: NextApiRequest, res: NextApiResponse): Promise<void> {
  if (req.method !== 'GET' && req.method !== 'POST') {
    res.setHeader('Allow', 'GET, POST')
    res.status(405).json({ message: 'Ask with GET or POST.' })
    return
  }
  const { file: name, ...query } = req.query
  const route = file.safeParse(name).data?.replace(/\.csv$/, '') ?? ''
  const open = opener({ ...services, viewer }, route)
  if (!open) {
    res.status(404).json({ message: 'There is no such file.' })
    return
  }
  requireScope(viewer, reportOfFile(route) ? 'reports' : routerOfFile(route), 'read')
  let view: Record<string, string>
  let rows: CsvTable
  try {
    view = texts.parse(req.method === 'POST' ? { ...query, ...z.object({ ids: z.string() }).parse(req.body) } : query)
    rows = await open(view)
  } catch (error) {
    if (!(error instanceof z.ZodError)) throw error
    res.status(400).json({ message: error.issues.map(({ path, message }) => [...path, message].join(': ')).join('; ') })
    return
  }
  await sendAudited(services, viewer, req, res, { list: route, view, rows })
}

interface AuditedFile {
  list: string
  view?: Record<string, string>
  rows: CsvTable
}

export async function sendAudited(
  services: Services,
  viewer: Viewer,
  req: NextApiRequest,
  res: NextApiResponse,
  { list, view = {}, rows }: AuditedFile,
): Promise<void> {
  const { now, businessTimeZone, log } = services
  const fileName = `${list}-${calendarDay(now(), businessTimeZone)}.csv`
  const actor = actorOf(viewer, clientInfo(req), currentRequestId())
  try {
    await auditedExport(services, { viewer, actor }, { list, view }, rows, res, (file) => sendFile(res, log, { fileName, ...file }))
  } catch (error) {
    answerRefusal(res, error)
  }
}
