import { BulkheadRejectedError } from 'cockatiel'
import type { NextApiRequest, NextApiResponse } from 'next'
import { statementColumns, statementQuery } from '~/contracts/credit-statement-file'
import { calendarDay } from '~/lib/instant'
import { statementPages, statementTable } from '~/server/credit/statement-file'
import { sendFile } from '~/server/platform/csv/write'
import { ErrorDetail, hasErrorCode } from '~/server/platform/errors'
import { renderPdf } from '~/server/platform/pdf/render-pdf'
import { sheet } from '~/server/platform/pdf/sheet'
import { dayOf, letterheadOf } from '~/server/platform/pdf/letterhead'
import type { Services } from '~/server/services'
import { readSettings } from '~/server/settings/read'

const RETRY_SECONDS = '5'

/** Answers with the statement of somebody's own store credit as CSV or PDF. The caller has made sure that it is their session. */
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
  } catch (error) {
    if (!(error instanceof Error) || !hasErrorCode(error, 'over_request_rate_limit')) throw error
    if (error.cause instanceof ErrorDetail) res.setHeader('Retry-After', String(error.cause.retryAfter ?? 1))
    res.status(429).json({ message: error.message })
    return
  }
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
  try {
    const bytes = await renderPdf(document)
    res.writeHead(200, {
      'Content-Type': 'application/pdf',
      'Content-Length': bytes.byteLength,
      'Content-Disposition': `attachment; filename="${name}.pdf"`,
      'X-Content-Type-Options': 'nosniff',
      'Cross-Origin-Resource-Policy': 'same-origin',
    })
    res.end(bytes)
  } catch (error) {
    if (!(error instanceof BulkheadRejectedError)) throw error
    res.setHeader('Retry-After', RETRY_SECONDS)
    res.status(503).json({ message: 'Too many documents are made at the moment. Please try again.' })
  }
}
