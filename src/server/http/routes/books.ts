import type { NextApiRequest, NextApiResponse } from 'next'
import * as z from 'zod'
import { bookNames, bookPart, bookPeriod, documentsOfFile, hasPayments } from '~/contracts/billing/books'
import { vatQuarter } from '~/contracts/billing/vat-return'
import { book } from '~/server/billing/books/book-formats'
import { countDocuments } from '~/server/billing/books/read-books'
import { vatReturnTable } from '~/server/billing/books/vat-return-file'
import { actorOf, type Viewer } from '~/server/identity/auth/read-session'
import { requireScope } from '~/server/identity/auth/scopes'
import { auditedExport } from '~/server/office/audited-export'
import { sendFile } from '~/server/platform/csv/write-csv'
import { clientInfo } from '~/server/platform/network/client-info'
import { currentRequestId } from '~/server/platform/request-scope'
import type { Services } from '~/server/services'
import { answerRefusal } from './refusal'

const fileName = z
  .string()
  .max(40)
  .regex(/\.csv$/)
  .transform((file) => file.replace(/\.csv$/, ''))
  .pipe(z.enum(bookNames))

async function sendVatReturn(services: Services, viewer: Viewer, req: NextApiRequest, res: NextApiResponse): Promise<void> {
  const asked = vatQuarter.safeParse({ year: Number(req.query.year), quarter: Number(req.query.quarter) })
  if (!asked.success) {
    refuseQuery(res, asked.error)
    return
  }
  const { year, quarter } = asked.data
  const actor = actorOf(viewer, clientInfo(req), currentRequestId())
  const view = { year: String(year), quarter: String(quarter) }
  try {
    await auditedExport(
      services,
      { viewer, actor },
      { list: 'books-vat-return', view },
      vatReturnTable(services, asked.data),
      res,
      (audited) => sendFile(res, services.log, { fileName: `vat-return-${year}-Q${quarter}.csv`, ...audited, hasMark: true }),
    )
  } catch (error) {
    answerRefusal(res, error)
  }
}

const refuseQuery = (res: NextApiResponse, { issues }: z.ZodError): void =>
  res.status(400).json({ message: issues.map(({ path, message }) => [...path, message].join(': ')).join('; ') })

export async function sendBook(services: Services, viewer: Viewer, req: NextApiRequest, res: NextApiResponse): Promise<void> {
  if (req.query.file === 'vat-return.csv') return sendVatReturn(services, viewer, req, res)
  const name = fileName.safeParse(req.query.file).data
  if (name === undefined) {
    res.status(404).json({ message: 'There is no such file.' })
    return
  }
  if (hasPayments(name)) requireScope(viewer, 'payments', 'read')
  const period = bookPeriod.safeParse(req.query)
  if (!period.success) {
    refuseQuery(res, period.error)
    return
  }
  const part = bookPart.safeParse(req.query.part)
  if (!part.success) {
    res.status(400).json({ message: 'part: a number from 1 on' })
    return
  }
  const { from, to } = period.data
  const actor = actorOf(viewer, clientInfo(req), currentRequestId())
  try {
    const size = documentsOfFile[name]
    const parts = size === undefined ? 1 : Math.ceil((await countDocuments(services, period.data)) / size)
    const file = `${name}-${from}-${to}${parts > 1 ? `-${part.data}-of-${parts}` : ''}.csv`
    const rows = book[name](services, period.data, part.data)
    const view = { from, to, ...(parts > 1 && { part: String(part.data) }) }
    await auditedExport(services, { viewer, actor }, { list: `books-${name}`, view }, rows, res, (audited) =>
      sendFile(res, services.log, {
        fileName: file,
        ...audited,
        hasMark: name === 'documents' || hasPayments(name),
      }),
    )
  } catch (error) {
    answerRefusal(res, error)
  }
}
