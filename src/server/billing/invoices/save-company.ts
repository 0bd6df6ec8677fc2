import type * as z from 'zod'
import { vatNumberOf } from '~/contracts/billing/buyers'
import { recordOf } from '~/contracts/keys'
import {
  COMPANY_CATEGORY,
  companyTexts,
  type CompanyDetails,
  type CompanyText,
  type saveCompanyInput,
} from '~/contracts/site/company-details'
import type { PrismaClient } from '~/generated/prisma/client'
import type { SignedInCall } from '~/server/call'
import { issueAfterSaving } from '~/server/billing/invoices/issue-waiting'
import { requireScope } from '~/server/identity/auth/scopes'
import { changedFields, recordAudit } from '~/server/platform/audit/record-audit'
import { conflict } from '~/server/platform/database/conflict'
import { fieldError } from '~/server/platform/errors'
import { companyTextsOf, readRegister, type SettingsReader } from '~/server/site/settings/read-settings'
import { writeSettings } from '~/server/site/settings/write-settings'

/** Company details in the footer. Numbers and registered office belong to the seller's details. */

export interface StoredCompany {
  values: CompanyDetails
  /** Grows with every change. */
  version: number
}

export async function readCompany(prisma: SettingsReader): Promise<StoredCompany> {
  const rows = await prisma.websiteSetting.findMany({ where: { settingKey: { in: [...companyTexts] } } })
  const seller = await prisma.sellerDetails.findUnique({ where: { id: 1 }, select: { version: true } })
  const { company_number, vat_number, registered_office } = await readRegister(prisma)
  return {
    values: { company_number, vat_number, registered_office, ...companyTextsOf(rows) },
    version: rows.reduce((sum, { version }) => sum + version, seller?.version ?? 0),
  }
}

const textsOf = (values: CompanyDetails): Record<CompanyText, string> => recordOf(companyTexts, (key) => values[key])

type Tx = Pick<PrismaClient, 'sellerDetails' | 'auditEntry'>
type Particulars = Omit<CompanyDetails, CompanyText>

/** An unchanged VAT number is not checked. @throws BAD_REQUEST for an invalid VAT number */
function columnsOf({ company_number, vat_number, registered_office }: Particulars, before: Particulars) {
  const vatNumber = vat_number === before.vat_number ? vat_number : vatNumberOf(vat_number)
  if (vatNumber === null && vat_number !== '')
    throw fieldError('validation_failed', 'values.vat_number', 'Not a VAT number, such as GB980780684')
  return { companyNumber: company_number || null, vatNumber: vatNumber || null, registeredOffice: registered_office || null }
}

/** @throws FORBIDDEN for administrators who may not change invoices; BAD_REQUEST */
async function saveParticulars(tx: Tx, { viewer, actor }: SignedInCall<never>, before: Particulars, after: Particulars): Promise<void> {
  const columns = columnsOf(after, before)
  const changed = changedFields<Record<string, string | null>>(columnsOf(before, before), columns)
  if (!changed) return
  requireScope(viewer, 'invoices', 'write')
  await tx.sellerDetails.upsert({ where: { id: 1 }, create: { id: 1, ...columns }, update: columns })
  await recordAudit(tx, actor, { action: 'seller.saved', subjectType: 'seller', subjectId: '1', ...changed })
}

type Saving = 'db' | 'live' | 'log' | 'now' | 'businessTimeZone' | 'outbox' | 'secret' | 'siteUrl'

/** Saves all or none. @throws CONFLICT for a stale version; FORBIDDEN and BAD_REQUEST as `saveParticulars` */
export async function saveCompany(
  call: SignedInCall<Saving>,
  { values, version }: z.output<typeof saveCompanyInput>,
): Promise<StoredCompany> {
  const { db, live, actor } = call
  const [before, saved] = await db.prisma.$transaction(async (tx) => {
    // Makes saves wait for each other even before the rows exist; readers do not wait.
    await tx.$executeRaw`LOCK TABLE website_settings, seller_details IN SHARE ROW EXCLUSIVE MODE`
    const stored = await readCompany(tx)
    if (version !== undefined && version !== stored.version) throw conflict({ one: 'company details' })
    await saveParticulars(tx, call, stored.values, values)
    await writeSettings(tx, COMPANY_CATEGORY, Object.entries(textsOf(values)))
    const after = await readCompany(tx)
    const changed = changedFields<Record<string, string>>(textsOf(stored.values), textsOf(after.values))
    if (changed)
      await recordAudit(tx, actor, { action: 'settings.saved', subjectType: 'settings', subjectId: COMPANY_CATEGORY, ...changed })
    return [stored, after]
  })
  live.values.settings.changed()
  if (before.values.vat_number !== saved.values.vat_number) await issueAfterSaving(call)
  return saved
}
