import { partCode, placeCodes, type LabelsOf } from '~/contracts/stock/scanning'
import { numberSpellings } from '~/contracts/numbers'
import { records } from '~/contracts/records'
import { unitName } from '~/contracts/stock/units'
import { unitPageOf } from '~/lib/records'
import { notFound } from '~/server/platform/database/conflict'
import { letterheadOf } from '~/server/platform/pdf/letterhead'
import { labels } from '~/server/platform/pdf/labels'
import { renderPdf } from '~/server/platform/pdf/render-pdf'
import type { Services } from '~/server/services'
import { readSettings } from '~/server/site/settings/read-settings'

type Call = Pick<Services, 'db' | 'now' | 'siteUrl'>
type Label = Parameters<typeof labels>[0]['labels'][number]

/** In the requested order. @throws NOT_FOUND for an unknown number */
function inOrder<Row>(numbers: readonly string[], rows: readonly Row[], numberOf: (row: Row) => string, of: 'units' | 'parts'): Row[] {
  const { one } = records[of]
  return numbers.map((number) => {
    const spellings = numberSpellings(of, number)
    const found = rows.find((row) => numberOf(row) === number) ?? rows.find((row) => spellings.includes(numberOf(row)))
    if (!found) throw notFound({ one: `${one} ${number}` })
    return found
  })
}

const serialLine = (serial: string | null): [string | null, number] => [serial && `SN ${serial}`, 27]

async function unitLabels({ db, siteUrl }: Call, numbers: readonly string[]): Promise<Label[]> {
  const rows = await db.prisma.unit.findMany({
    where: { unitNumber: { in: numbers.flatMap((number) => numberSpellings('units', number)) } },
    select: { unitNumber: true, manufacturer: true, model: true, serialNumber: true },
  })
  return inOrder(numbers, rows, ({ unitNumber }) => unitNumber, 'units').map((unit) => ({
    address: `${siteUrl}${unitPageOf(unit.unitNumber)}`,
    name: unit.unitNumber,
    lines: [[unitName(unit), 40], serialLine(unit.serialNumber)],
    bars: unit.unitNumber,
  }))
}

async function partLabels({ db, siteUrl }: Call, numbers: readonly string[]): Promise<Label[]> {
  const rows = await db.prisma.part.findMany({
    where: { partNumber: { in: numbers.flatMap((number) => numberSpellings('parts', number)) } },
    select: { partNumber: true, serialNumber: true, type: { select: { name: true } } },
  })
  return inOrder(numbers, rows, ({ partNumber }) => partNumber, 'parts').map(({ partNumber, serialNumber, type }) => ({
    address: `${siteUrl}${partCode(partNumber)}`,
    name: partNumber,
    lines: [[type.name, 40], serialLine(serialNumber)],
    bars: partNumber,
  }))
}

const placeLabel = ({ siteUrl }: Call, place: string): Label => {
  const { bars, path } = placeCodes(place)
  return { address: `${siteUrl}${path}`, name: place, lines: [['Place', 40]], bars }
}

/** Without the owner: labels stay on a sold machine. @throws NOT_FOUND for an unknown number; SERVICE_UNAVAILABLE */
export async function labelsFile(call: Call, { unit, part, place }: LabelsOf): Promise<{ name: string; bytes: Buffer }> {
  const made = [...(await unitLabels(call, unit)), ...(await partLabels(call, part)), ...place.map((name) => placeLabel(call, name))]
  const { companyName } = letterheadOf(await readSettings(call.db.prisma))
  const title = made.length === 1 ? 'Label' : `${made.length} labels`
  return { name: 'labels.pdf', bytes: await renderPdf(labels({ title, author: companyName, printedAt: call.now(), labels: made })) }
}
