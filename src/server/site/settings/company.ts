import type * as z from 'zod'
import { COMPANY_CATEGORY, companyDetailKeys, type CompanyDetails, type saveCompanyInput } from '~/contracts/site/company-details'
import type { PrismaClient } from '~/generated/prisma/client'
import type { Call } from '~/server/call'
import { changedFields, recordAudit } from '~/server/platform/audit/record'
import { conflict } from '~/server/platform/database/conflict'
import { companyOf } from './read'
import { writeSettings } from './write'

/** The company's details as administrators edit them. */

export interface StoredCompany {
  values: CompanyDetails
  /** Grows with every change of any of them. */
  version: number
}

export async function readCompany(prisma: Pick<PrismaClient, 'websiteSetting'>): Promise<StoredCompany> {
  const rows = await prisma.websiteSetting.findMany({ where: { settingKey: { in: companyDetailKeys } } })
  return { values: companyOf(rows), version: rows.reduce((sum, { version }) => sum + version, 0) }
}

/** Saves the details, all or none. @throws CONFLICT for a stale version */
export async function saveCompany(
  { db, live, actor }: Call<'db' | 'live'>,
  { values, version }: z.output<typeof saveCompanyInput>,
): Promise<StoredCompany> {
  const saved = await db.prisma.$transaction(async (tx) => {
    // Saves wait for each other, even before the rows exist; readers do not wait.
    await tx.$executeRaw`LOCK TABLE website_settings IN SHARE ROW EXCLUSIVE MODE`
    const before = await readCompany(tx)
    if (version !== undefined && version !== before.version) throw conflict({ one: 'company details' })
    await writeSettings(tx, COMPANY_CATEGORY, Object.entries(values))
    const after = await readCompany(tx)
    const changed = changedFields<Record<string, string>>(before.values, after.values)
    if (changed)
      await recordAudit(tx, actor, { action: 'settings.saved', subjectType: 'settings', subjectId: COMPANY_CATEGORY, ...changed })
    return after
  })
  live.values.settings.changed()
  return saved
}
