import sharp from 'sharp'
import type { CaseRef } from '~/contracts/case-ref'
import type { DeviceInfo } from '~/contracts/device-info'
import { readingPhases } from '~/contracts/stock/readings'
import { repairStatuses, tradeInStatuses } from '~/contracts/statuses'
import { storeFile, prepareFile, type PreparedFile } from '~/server/cases/store-file'
import { readMiner } from '~/contracts/stock/miners/reading'
import { addReading } from '~/server/cases/readings'
import { storeUnitReading } from '~/server/stock/units/unit-boards'
import { lockUnit } from '~/server/stock/units/find-unit'
import { safeJson } from '~/server/platform/database/column-values'
import { type Upload, uploadFolder, withUpload } from '~/server/platform/files/upload-folder'
import type { Services } from '~/server/services'
import { caseDrawing, type CaseDrawing } from './factories/case-drawing'
import { minerData } from './data/miner-data'

const CASES = 2
/** Milliseconds from the first reading to the one after the work. */
const WORK_MS = 2 * 24 * 60 * 60 * 1000
const NOBODY = { userId: null, email: null }

const pictures: readonly (readonly [CaseDrawing, name: string, checkItem: string | undefined])[] = [
  ['front', 'As it arrived.jpg', undefined],
  ['label', 'Name plate.jpg', undefined],
  ['brokenBoard', 'Board 2.jpg', 'boards'],
  ['supply', 'Power supply.jpg', 'power_supply'],
  ['board', 'Board 1.jpg', 'boards'],
]

interface DemoCase extends CaseRef {
  createdAt: Date
  device: DeviceInfo
  isDone: boolean
}

async function newestCases({ db: { prisma } }: Pick<Services, 'db'>): Promise<DemoCase[]> {
  const newest = {
    orderBy: [{ createdAt: 'desc' as const }, { id: 'asc' as const }],
    take: CASES,
    select: { id: true, createdAt: true, deviceInfo: true },
  }
  const found: DemoCase[] = []
  for (const status of repairStatuses) {
    const isDone = status === 'testing' || status === 'completed' || status === 'shipped'
    const rows = await prisma.repair.findMany({ where: { status }, ...newest })
    found.push(...rows.map(({ deviceInfo, ...row }) => ({ noun: 'repairs' as const, ...row, device: safeJson(deviceInfo), isDone })))
  }
  for (const status of tradeInStatuses) {
    const rows = await prisma.tradeIn.findMany({ where: { status }, ...newest })
    found.push(
      ...rows.map(({ deviceInfo, ...row }) => ({
        noun: 'tradeIns' as const,
        ...row,
        device: safeJson(deviceInfo),
        isDone: status === 'completed',
      })),
    )
  }
  return found
}

async function readUnits({ db: { prisma } }: Pick<Services, 'db'>): Promise<void> {
  const units = await prisma.unit.findMany({ where: { state: { in: ['refurbishing', 'ready', 'listed'] } }, orderBy: { id: 'asc' } })
  for (const { id, createdAt, manufacturer, model, serialNumber, state } of units) {
    const device = { manufacturer, model, ...(serialNumber !== null && { serialNumber }) }
    const texts = { before: minerData(device, false), after: minerData(device, true, state === 'refurbishing' ? 0 : undefined) }
    for (const [place, phase] of readingPhases.entries()) {
      const text = texts[phase]
      if (text === null) continue
      const at = new Date(Math.min(Date.now(), createdAt.getTime() + place * WORK_MS))
      const said = readMiner(text)
      await prisma.$transaction(async (tx) => storeUnitReading(tx, await lockUnit(tx, id), { phase, text, said, power: null, at }, null))
    }
  }
}

/** Adds pictures (drawings) and readings to the newest cases. @returns the number of stored files */
export async function addDemoFiles(services: Pick<Services, 'db' | 'files' | 'dataDir' | 'log'>): Promise<number> {
  const drawn: PreparedFile[] = []
  for (const [drawing, name, checkItem] of pictures) {
    const picture = await sharp(Buffer.from(caseDrawing(drawing)))
      .png()
      .toBuffer()
    const prepare = (upload: Upload) => prepareFile(upload, { name, checkItem, log: services.log })
    drawn.push(await withUpload(uploadFolder(services), [picture], prepare))
  }
  let stored = 0
  for (const [place, { noun, id, createdAt, device, isDone }] of (await newestCases(services)).entries()) {
    const of = { noun, id }
    const deps = { ...services, now: () => createdAt, actor: NOBODY }
    const submission = { caller: 'demo', key: undefined, procedure: 'demo', input: {}, now: createdAt }
    for (const file of drawn.slice(0, 2 + (place % 4))) {
      await storeFile(deps, of, file, { submission, more: () => Promise.resolve() })
      stored += 1
    }
    // Every second unfinished case has no reading yet.
    if (place % 2 === 1 && !isDone) continue
    const [faulty, whole] = [minerData(device, false), minerData(device, true)]
    if (faulty === null || whole === null) continue
    await addReading(deps, { case: of, phase: 'before', name: 'as-it-arrived.json', text: faulty })
    stored += 1
    if (!isDone) continue
    const later = new Date(Math.min(Date.now(), createdAt.getTime() + WORK_MS))
    await addReading({ ...deps, now: () => later }, { case: of, phase: 'after', name: 'after-the-work.json', text: whole })
    stored += 1
  }
  await readUnits(services)
  return stored
}
