/** The findings of a scenario. */
export interface Outcome {
  /** Answers, rows or events that were looked at. */
  checked: number
  /** One sentence for each that was lost or wrong; none is wanted. */
  wrong: string[]
  /** Figures for people. */
  note?: string
}

/** One row of the table of `npm run load`. */
export interface Scenario {
  name: string
  /** Its events, in a few words. */
  title: string
  /** It measures, which says nothing beside others. */
  isMeasurement?: boolean
  /** @param short with fewer rounds, for `npm test` */
  run: (short: boolean) => Promise<Outcome>
}

/** Collects what a scenario finds. */
export class Findings {
  checked = 0
  readonly wrong: string[] = []

  /** Looks at one answer; `fault` is noted where it is not right. */
  check(right: boolean, fault: string | (() => string)): void {
    this.checked += 1
    if (!right) this.wrong.push(typeof fault === 'string' ? fault : fault())
  }

  outcome(note?: string): Outcome {
    return { checked: this.checked, wrong: this.wrong, ...(note === undefined ? {} : { note }) }
  }
}

/** Waits until something holds; false when it does not within the time. */
export async function holdsWithin(ms: number, holds: () => Promise<boolean> | boolean, everyMs = 50): Promise<boolean> {
  for (const deadline = performance.now() + ms; ;) {
    if (await holds()) return true
    if (performance.now() >= deadline) return false
    await new Promise((resolve) => setTimeout(resolve, everyMs))
  }
}

/** A limit in time: among the other tests of a checkout the machine may be busy with something else. */
export const limitOf = (ms: number, short: boolean): number => (short ? 5 * ms : ms)

/** A fixed sequence of numbers from 0 to below 1, so that a run can be repeated (Park and Miller). */
export function numbers(seed: number): () => number {
  let state = seed
  return () => (state = (state * 16_807) % 2_147_483_647) / 2_147_483_647
}

/** The value below which the given share of sorted values lies. */
export const quantile = (sorted: readonly number[], share: number): number =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0
