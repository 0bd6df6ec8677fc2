import type { ServerResponse } from 'node:http'
import { takeExport } from '~/server/identity/auth/caller-limits'
import type { Viewer } from '~/server/identity/auth/read-session'
import { type Actor, recordAudit } from '~/server/platform/audit/record-audit'
import type { CsvRow, CsvTable } from '~/server/platform/csv/write-csv'
import type { Services } from '~/server/services'

interface Exported {
  list: string
  view: Record<string, string>
}

async function* counted(pages: AsyncIterable<CsvRow[]>, told: { rows: number }) {
  for await (const page of pages) {
    told.rows += page.length
    yield page
  }
}

/** Before the first row, so that none leaves unseen, and at its end. @param send never throws @throws TOO_MANY_REQUESTS */
export async function auditedExport(
  { db, limits, log }: Pick<Services, 'db' | 'limits' | 'log'>,
  { viewer, actor }: { viewer: Viewer; actor: Actor },
  { list, view: { ids, ...filters } }: Exported,
  file: CsvTable,
  res: ServerResponse,
  send: (file: CsvTable) => Promise<void>,
): Promise<void> {
  await takeExport(limits, viewer)
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
