import sharp from 'sharp'
import type { CaseRef } from '~/contracts/cases'
import { repairStatuses, tradeInStatuses } from '~/contracts/statuses'
import { keepFile, prepareFile, type KeptFile } from '~/server/cases/keep-file'
import { addReading } from '~/server/cases/readings'
import type { Services } from '~/server/services'
import { caseDrawing, type CaseDrawing } from './factories/case-drawing'

/** Cases of each status that have pictures. */
const CASES = 2
/** From the first reading to the one after the work (ms). */
const WORK_MS = 2 * 24 * 60 * 60 * 1000
const NOBODY = { userId: null, email: null }

const pictures: readonly (readonly [CaseDrawing, name: string, checkItem: string | undefined])[] = [
  ['front', 'As it arrived.jpg', undefined],
  ['label', 'Name plate.jpg', undefined],
  ['brokenBoard', 'Board 2.jpg', 'boards'],
  ['supply', 'Power supply.jpg', 'power_supply'],
  ['board', 'Board 1.jpg', 'boards'],
]

const TERA = 1_000_000_000_000
const CHIPS = 114

/** What pyasic would write of a machine with three boards, of which so many answer. */
function minerData(working: number): string {
  const each = 31.6
  const board = (slot: number) => ({
    slot,
    hashrate: slot < working ? each : 0,
    temp: slot < working ? 61 + slot : null,
    chip_temp: slot < working ? 76 + slot : null,
    chips: slot < working ? CHIPS : 0,
    expected_chips: CHIPS,
    serial_number: null,
    missing: slot >= working,
  })
  return JSON.stringify({
    device_info: { make: 'AntMiner', model: 'S19', firmware: 'Stock', algo: 'SHA256' },
    hashrate: { unit: TERA, rate: each * working },
    expected_hashrate: { unit: TERA, rate: 95 },
    expected_hashboards: 3,
    expected_fans: 4,
    wattage: 1083 * working,
    fans: [5400, 5390, 5410, 5380].map((speed) => ({ speed })),
    hashboards: [0, 1, 2].map(board),
    errors: working < 3 ? [{ error_code: 13, error_message: 'Chain 2 find 0 asic' }] : [],
    is_mining: true,
  })
}

interface DemoCase extends CaseRef {
  createdAt: Date
  isDone: boolean
}

/** The newest of each status. */
async function newestCases({ db: { prisma } }: Pick<Services, 'db'>): Promise<DemoCase[]> {
  const newest = { orderBy: [{ createdAt: 'desc' as const }, { id: 'asc' as const }], take: CASES, select: { id: true, createdAt: true } }
  const found: DemoCase[] = []
  for (const status of repairStatuses) {
    const isDone = status === 'testing' || status === 'completed' || status === 'shipped'
    const rows = await prisma.repair.findMany({ where: { status }, ...newest })
    found.push(...rows.map((row) => ({ noun: 'repairs' as const, ...row, isDone })))
  }
  for (const status of tradeInStatuses) {
    const rows = await prisma.tradeIn.findMany({ where: { status }, ...newest })
    found.push(...rows.map((row) => ({ noun: 'tradeIns' as const, ...row, isDone: status === 'completed' })))
  }
  return found
}

/**
 * Gives the newest cases of the demo shop drawings for pictures and readings of their machines, as somebody at the desk would.
 * @returns how many files were kept
 */
export async function addDemoFiles(services: Pick<Services, 'db' | 'files'>): Promise<number> {
  const drawn: KeptFile[] = []
  for (const [drawing, name, checkItem] of pictures) {
    const picture = await sharp(Buffer.from(caseDrawing(drawing)))
      .png()
      .toBuffer()
    drawn.push(await prepareFile(picture, { name, checkItem }))
  }
  let kept = 0
  for (const [place, { noun, id, createdAt, isDone }] of (await newestCases(services)).entries()) {
    const of = { noun, id }
    const deps = { ...services, now: () => createdAt, actor: NOBODY }
    const submission = { caller: 'demo', key: undefined, procedure: 'demo', input: {}, now: createdAt }
    for (const file of drawn.slice(0, 2 + (place % 4))) {
      await keepFile(deps, of, file, { submission, more: () => Promise.resolve() })
      kept += 1
    }
    // One of two has not been read yet, except where it has been worked on.
    if (place % 2 === 1 && !isDone) continue
    await addReading(deps, { case: of, phase: 'before', name: 'as-it-arrived.json', text: minerData(2) })
    kept += 1
    if (!isDone) continue
    const later = new Date(Math.min(Date.now(), createdAt.getTime() + WORK_MS))
    await addReading({ ...deps, now: () => later }, { case: of, phase: 'after', name: 'after-the-work.json', text: minerData(3) })
    kept += 1
  }
  return kept
}
