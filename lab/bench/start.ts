import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { Refusal } from '../../scripts/tools/project.mjs'
import { temporaryFolder } from '../../tests/setup/shop-process'
import { newDatabase, stopDatabases } from '../load/databases'
import { median } from './measured'
import type { BenchSection } from './section'
import { checkOut, type Checkout } from './check-out'
import { firstStart, residentMb, restart, type Settings, type Started } from './start-checkouts'
import { megabytesBelow } from './weight'

const ROUNDS = 5
const IDLE_SECONDS = 60

/** Figures of one commit, by what was measured. */
type Figures = Map<string, number[]>

interface Side extends Checkout {
  figures: Figures
  /** A prepared demo shop on each engine. */
  shops: Record<'PostgreSQL' | 'embedded', Settings>
}

const engines = ['PostgreSQL', 'embedded'] as const

function note({ name, figures }: Side, what: string, value: number): void {
  console.log(`${name}, ${what}: ${value.toFixed(2)}`)
  figures.set(what, [...(figures.get(what) ?? []), value])
}

function noteStart(side: Side, what: string, { seconds, processor }: Started): void {
  note(side, `${what}: s`, seconds)
  note(side, `${what}: s of processor`, processor)
}

async function sideOf(commit: string): Promise<Side> {
  const shops = {
    PostgreSQL: { DATA_DIR: temporaryFolder('data'), DATABASE_URL: await newDatabase() },
    embedded: { DATA_DIR: temporaryFolder('data') },
  }
  return { ...checkOut(commit), figures: new Map(), shops }
}

/** One side after the other in each round, so that what else the machine does meets both. */
async function inTurns(sides: readonly Side[], rounds: number, work: (side: Side) => Promise<void>): Promise<void> {
  for (let round = 0; round < rounds; round++) for (const side of sides) await work(side)
}

async function measure(sides: readonly Side[], rounds: number): Promise<void> {
  await inTurns(sides, 1, async (side) => {
    const shop = await firstStart(side, side.shops.embedded)
    noteStart(side, 'first start', shop)
    note(side, 'packages: MB', megabytesBelow(join(side.folder, 'node_modules')))
    await shop.stop()
    // Fills the other database.
    await (await restart(side, side.shops.PostgreSQL)).stop()
  })
  for (const engine of engines) {
    await inTurns(sides, rounds, async (side) => {
      const shop = await restart(side, side.shops[engine])
      noteStart(side, `restart, ${engine}`, shop)
      await shop.stop()
    })
    // Beside each other: memory does not depend on who else works.
    const open = await Promise.all(sides.map(async (side) => ({ side, shop: await restart(side, side.shops[engine]) })))
    await sleep(IDLE_SECONDS * 1000)
    for (const { side, shop } of open) {
      note(side, `idle for ${IDLE_SECONDS} s, ${engine}: MB resident`, residentMb(shop.pid))
      await shop.stop()
    }
  }
}

function print([before, after]: readonly [Side, Side]): void {
  console.table(
    [...before.figures].map(([what, values]) => {
      const [one, other] = [median(values), median(after.figures.get(what) ?? [])]
      return { what, [before.name]: one.toFixed(2), [after.name]: other.toFixed(2), ratio: (other / one).toFixed(2) }
    }),
  )
}

/** `npm run bench start COMMIT [ROUNDS]`: the last commit here against that one, each in a clean checkout of its own. */
export const startSection: BenchSection = {
  name: 'start',
  wanted: 'restart, idle memory, first start and packages of the last commit ÷ of the named one (medians of rounds in turns)',
  run: async ([commit, rounds = String(ROUNDS)]) => {
    if (commit === undefined) throw new Refusal('Name the commit to compare with: npm run bench start COMMIT [ROUNDS]')
    try {
      const sides = [await sideOf(commit), await sideOf('HEAD')] as const
      await measure(sides, Number(rounds))
      print(sides)
    } finally {
      await stopDatabases()
    }
  },
}
