import { median } from './measured'

/** Targets of the writes: ratios, and milliseconds. */
export const WANTED = { growth: 1.3, bare: 0.2, wait: 35, cpu: 5, database: 2 }

/** Writes a second while visitors wait. */
export const PACE = 50

export const WRITE_KINDS = ['active', 'inactive', 'order', 'settings'] as const
export type WriteKind = (typeof WRITE_KINDS)[number]

/** Of writes one after another for some seconds. */
export interface Figures {
  perSecond: number
  /** Of the shop's process, and of the database's for its connections, for each (ms). */
  cpuMs: number
  databaseMs: number
}

/** The longest waits for a page in the same seconds (ms). */
export interface Waits {
  shop: number
  /** Of a bare server beside it, that nobody writes to: what the machine makes everybody wait. */
  bare: number
}

/** The figures of a shop with so many active products. */
export interface MeasuredShop {
  products: number
  /** Of active products' writes, one each round. */
  active: readonly Figures[]
  /** Writes for each bare UPDATE: of both in one round, and of those the median. */
  toBare: number
  /** Looks at pages without writes and with them, one each round. */
  quiet: readonly Waits[]
  busy: readonly Waits[]
}

const medianOf = (measured: readonly Figures[], figure: keyof Figures) => median(measured.map((each) => each[figure]))

const asWanted = (right: boolean) => (right ? 'yes' : 'NO')

/** Sizes of catalogue beside each other; the first is what the others are compared with. */
export function printSizes(all: readonly MeasuredShop[]): void {
  const [few] = all
  if (!few) return
  console.table(
    all.map(({ products, active, toBare }) => {
      // Of both in one round, a few seconds apart, and of those the median: other work on the machine meets both.
      const ratioOf = (figure: keyof Figures) =>
        median(active.map((each, round) => each[figure] / (few.active[round]?.[figure] ?? Number.NaN)))
      const [cpu, time] = [ratioOf('cpuMs'), 1 / ratioOf('perSecond')]
      return {
        'active products': products,
        'CPU ÷': cpu.toFixed(2),
        'time ÷': time.toFixed(2),
        [`at most ${WANTED.growth}`]: asWanted(Math.max(cpu, time) <= WANTED.growth),
        'writes/s ÷ bare UPDATEs/s': toBare.toFixed(2),
        [`at least ${WANTED.bare}`]: asWanted(toBare >= WANTED.bare),
      }
    }),
  )
  console.table(
    all.map(({ products, quiet, busy }) => {
      const longest = (waits: readonly Waits[], server: keyof Waits) => median(waits.map((each) => each[server]))
      const [without, withWrites, beside] = [longest(quiet, 'shop'), longest(busy, 'shop'), longest(busy, 'bare')]
      return {
        'active products': products,
        'longest wait for a page, ms': without.toFixed(1),
        [`with ${PACE} writes/s`]: withWrites.toFixed(1),
        '÷': (withWrites / without).toFixed(2),
        [`at most ${WANTED.wait} ms`]: asWanted(withWrites <= WANTED.wait),
        'of a bare server, ms': longest(quiet, 'bare').toFixed(1),
        'beside the writes': beside.toFixed(1),
        '÷ that': (withWrites / beside).toFixed(2),
      }
    }),
  )
}

/** Kinds of write beside each other, with how many statements each makes. */
export function printKinds(figures: ReadonlyMap<WriteKind, readonly Figures[]>, statements: ReadonlyMap<string, number>): void {
  const inactive = medianOf(figures.get('inactive') ?? [], 'cpuMs')
  console.table(
    [...figures].map(([kind, measured]) => {
      const [cpu, database] = [medianOf(measured, 'cpuMs'), medianOf(measured, 'databaseMs')]
      return {
        write: kind,
        statements: statements.get(kind) ?? '',
        'CPU ms': cpu.toFixed(1),
        'database ms': database.toFixed(1),
        'CPU ÷ inactive': (cpu / inactive).toFixed(2),
        'writes/s': medianOf(measured, 'perSecond').toFixed(0),
        wanted: kind === 'inactive' ? asWanted(cpu <= WANTED.cpu && database <= WANTED.database) : '',
      }
    }),
  )
}
