import type { ServerResponse } from 'node:http'
import { recordAudit, type Actor } from '~/server/platform/audit/record'
import type { CsvRow } from '~/server/platform/csv/write'
import type { Services } from '~/server/services'
import type { Export } from './exporters'

/** What is exported: a list, in a view of it. */
interface Exported {
  list: string
  /** As the address has them; of ids their number. */
  view: Record<string, string>
}

async function* counted(pages: AsyncIterable<CsvRow[]>, told: { rows: number }) {
  for await (const page of pages) {
    told.rows += page.length
    yield page
  }
}

/**
 * Writes an export into the audit log: before its first row, so that none leaves unseen, and when it has ended, with how
 * many rows were read and whether the file was whole.
 * @param send sends the file and never throws
 * @throws TOO_MANY_REQUESTS after a hundred in an hour
 */
export async function auditedExport(
  { db, limits, log }: Pick<Services, 'db' | 'limits' | 'log'>,
  actor: Actor & { userId: string },
  { list, view: { ids, ...filters } }: Exported,
  file: Export,
  res: ServerResponse,
  send: (file: Export) => Promise<void>,
): Promise<void> {
  await limits.take('exports', actor.userId)
  const subject = { subjectType: 'list', subjectId: list }
  const view = { filters, ...(ids === undefined ? {} : { chosen: ids.split(',').length }) }
  await recordAudit(db.prisma, actor, { action: 'list.export_started', ...subject, after: view })
  const told = { rows: 0 }
  await send({ ...file, pages: counted(file.pages, told) })
  try {
    await recordAudit(db.prisma, actor, { action: 'list.exported', ...subject, after: { ...view, ...told, isWhole: res.writableFinished } })
  } catch (err) {
    log.error({ err, list, ...told }, 'The end of an export could not be written down; its start is')
  }
}
