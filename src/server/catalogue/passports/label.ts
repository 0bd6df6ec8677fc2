import { unitName } from '~/contracts/catalogue/units'
import { notFound } from '~/server/platform/database/conflict'
import { codeLabel } from '~/server/platform/pdf/code-label'
import { letterheadOf } from '~/server/platform/pdf/letterhead'
import { printableLine } from '~/server/platform/pdf/printed-text'
import { renderPdf } from '~/server/platform/pdf/render-pdf'
import type { Services } from '~/server/services'
import { readSettings } from '~/server/site/settings/read'
import { unitById } from '../units/unit-page'
import { PASSPORT, passportAddressOf } from './passports'

/**
 * The label for a machine with a passport: its number, and a code that opens the passport on a phone.
 * @throws NOT_FOUND for no such unit, and for one without a passport that counts
 */
export async function passportLabel(
  services: Pick<Services, 'db' | 'siteUrl' | 'now'>,
  unitId: string,
): Promise<{ name: string; bytes: Buffer }> {
  const unit = await unitById(services, { id: unitId })
  const address = await passportAddressOf(services, unit.id)
  if (address === null) throw notFound(PASSPORT)
  const document = codeLabel({
    number: unit.unitNumber,
    title: 'Passport',
    lines: [
      printableLine(unitName(unit), 40),
      unit.serialNumber === null ? '' : `SN ${printableLine(unit.serialNumber, 24)}`,
      'Passport: scan to read',
      'what was measured',
    ],
    address,
    companyName: letterheadOf(await readSettings(services.db.prisma)).companyName,
    printedAt: services.now(),
  })
  return { name: `passport-${unit.unitNumber.replaceAll(/[^\w-]+/g, '_').slice(0, 60)}.pdf`, bytes: await renderPdf(document) }
}
