import type { NextApiRequest, NextApiResponse } from 'next'
import { statementColumns, statementQuery } from '~/contracts/credit/statement-file'
import { calendarDay } from '~/lib/instant'
import { networkOf } from '~/server/identity/auth/limits'
import { statementPages, statementTable } from '~/server/credit/statement-file'
import { sendFile } from '~/server/platform/csv/write-csv'
import { clientInfo } from '~/server/platform/network/client-info'
import { renderPdf } from '~/server/platform/pdf/render-pdf'
import { sheet } from '~/server/platform/pdf/sheet'
import { dayOf, letterheadOf } from '~/server/platform/pdf/letterhead'
import type { Services } from '~/server/services'
import { readSettings } from '~/server/site/settings/read-settings'
import { sendPdf } from './case-document'
import { answerRefusal } from './refusal'

export async function sendCreditStatement(
  services: Services,
  viewer: { userId: string; email: string },
  req: NextApiRequest,
  res: NextApiResponse,
): Promise<void> {
  const query = statementQuery.safeParse(req.query)
  if (!query.success) {
    res.status(400).json({ message: 'Ask for ?as=csv or ?as=pdf.' })
    return
  }
  const { now, businessTimeZone, log, db, limits } = services
  try {
    await limits.take('statements', viewer.userId)
    await limits.take('documentsOfNetwork', networkOf(clientInfo(req)))
    const printedAt = now()
    const name = `store-credit-${calendarDay(printedAt, businessTimeZone)}`
    if (query.data.as === 'csv') {
      await sendFile(res, log, { fileName: `${name}.csv`, header: statementColumns, pages: statementPages(services, viewer.userId) })
      return
    }
    const day = (at: Date) => dayOf(at, businessTimeZone) ?? ''
    const document = sheet({
      letterhead: letterheadOf(await readSettings(db.prisma)),
      title: 'Store credit statement',
      number: viewer.email,
      printedAt,
      printedOn: day(printedAt),
      content: await statementTable(services, viewer.userId, day),
    })
    sendPdf({ name: `${name}.pdf`, bytes: await renderPdf(document) }, { req, res, isDownload: true })
  } catch (error) {
    answerRefusal(res, error)
  }
}
