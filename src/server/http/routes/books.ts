import type { NextApiRequest, NextApiResponse } from 'next'
import * as z from 'zod'
import { bookNames, bookPart, bookPeriod, documentsOfFile } from '~/contracts/billing/books'
import { book } from '~/server/billing/books/book-formats'
import { countDocuments } from '~/server/billing/books/read-books'
import { actorOf, type Viewer } from '~/server/identity/auth/read-session'
import { auditedExport } from '~/server/office/export/exporters'
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

/** Sends a bookkeeper's file of some days, and audits it. The caller has checked that an administrator asks. */
export async function sendBook(services: Services, viewer: Viewer, req: NextApiRequest, res: NextApiResponse): Promise<void> {
  const name = fileName.safeParse(req.query.file).data
  if (name === undefined) {
    res.status(404).json({ message: 'There is no such file.' })
    return
  }
  const period = bookPeriod.safeParse(req.query)
  if (!period.success) {
    res.status(400).json({ message: period.error.issues.map(({ path, message }) => [...path, message].join(': ')).join('; ') })
    return
  }
  const part = bookPart.safeParse(req.query.part)
  if (!part.success) {
    res.status(400).json({ message: 'part: a number from 1 on' })
    return
  }
  const { from, to } = period.data
  const actor = actorOf(viewer, clientInfo(req), currentRequestId())
  // No clock in its name: the same days are the same file.
  try {
    const size = documentsOfFile[name]
    const parts = size === undefined ? 1 : Math.ceil((await countDocuments(services, period.data)) / size)
    const file = `${name}-${from}-${to}${parts > 1 ? `-${part.data}-of-${parts}` : ''}.csv`
    const rows = book[name](services, period.data, part.data)
    const view = { from, to, ...(parts > 1 && { part: String(part.data) }) }
    await auditedExport(services, { viewer, actor }, { list: `books-${name}`, view }, rows, res, (audited) =>
      sendFile(res, services.log, { fileName: file, ...audited, hasMark: name === 'documents' || name === 'entries' }),
    )
  } catch (error) {
    answerRefusal(res, error)
  }
}
