import { unitName } from '~/contracts/stock/units'
import { notFound } from '~/server/platform/database/conflict'
import { labels } from '~/server/platform/pdf/labels'
import { letterheadOf } from '~/server/platform/pdf/letterhead'
import { renderPdf } from '~/server/platform/pdf/render-pdf'
import type { Services } from '~/server/services'
import { readSettings } from '~/server/site/settings/read-settings'
import { unitById } from '../units/unit-page'
import { PASSPORT, passportAddressOf } from './issue-passport'

/** Its number, and a code that opens the passport. @throws NOT_FOUND for the unit, or without a valid passport */
export async function passportLabel(
  services: Pick<Services, 'db' | 'siteUrl' | 'now'>,
  unitId: string,
): Promise<{ name: string; bytes: Buffer }> {
  const unit = await unitById(services, { id: unitId })
  const address = await passportAddressOf(services, unit.id)
  if (address === null) throw notFound(PASSPORT)
  const { companyName } = letterheadOf(await readSettings(services.db.prisma))
  const { unitNumber: name, serialNumber } = unit
  const lines = [
    [unitName(unit), 40],
    [serialNumber === null ? null : `SN ${serialNumber}`, 27],
    ['Passport: scan to read what was measured', 60],
  ] as const
  const document = labels({ title: `Passport ${name}`, author: companyName, printedAt: services.now(), labels: [{ address, name, lines }] })
  return { name: `passport-${name.replaceAll(/[^\w-]+/g, '_').slice(0, 60)}.pdf`, bytes: await renderPdf(document) }
}
