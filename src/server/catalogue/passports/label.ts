import { unitName } from '~/contracts/catalogue/units'
import { notFound } from '~/server/platform/database/conflict'
import { letterheadOf } from '~/server/platform/pdf/letterhead'
import { printableLine, printed } from '~/server/platform/pdf/printed-text'
import { renderPdf, type PdfDocument } from '~/server/platform/pdf/render-pdf'
import { code, mm } from '~/server/platform/pdf/sheet'
import type { Services } from '~/server/services'
import { readSettings } from '~/server/site/settings/read'
import { unitById } from '../units/unit-page'
import { PASSPORT, passportAddressOf } from './passports'

/** A stock size of label printers (mm). Around the code stays free what cameras find it by: four of its dots (ISO/IEC 18004). */
const LABEL = { width: 62, height: 29, margin: 2, code: 22, quiet: 3.5 }

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
  const { companyName } = letterheadOf(await readSettings(services.db.prisma))
  const { width, height, margin, code: side, quiet } = LABEL
  const number = printableLine(unit.unitNumber, 40)
  const lines = [
    printableLine(unitName(unit), 40),
    ...(unit.serialNumber === null ? [] : [`SN ${printableLine(unit.serialNumber, 24)}`]),
    'Passport: scan to read what was measured',
  ]
  const texts = [
    { ...printed(number), bold: true, fontSize: number.length > 16 ? 8 : 11 },
    { ...printed(lines.join('\n')), margin: [0, 2, 0, 0] as [number, number, number, number] },
  ]
  const document: PdfDocument = {
    pageSize: { width: mm(width), height: mm(height) },
    pageMargins: mm(margin),
    mostPages: 1,
    title: `Passport ${number}`,
    author: printableLine(companyName, 200),
    createdAt: services.now(),
    defaultStyle: { fontSize: 7, lineHeight: 1.1 },
    content: [
      code(address, mm(side), { absolutePosition: { x: mm(quiet), y: mm(quiet) } }),
      { stack: texts, margin: [mm(2 * quiet + side - margin), 0, 0, 0] },
    ],
  }
  return { name: `passport-${unit.unitNumber.replaceAll(/[^\w-]+/g, '_').slice(0, 60)}.pdf`, bytes: await renderPdf(document) }
}
