import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { checkOutFor } from './check-out'
import { median } from './measured'

/** Previews of a bank's file, beside those of the commit in which every layout was read by one list of names. */

const EARLIER = '8e1d2637388a5e8c625ddb0758a5cb960b4fb356'
const PROGRAM = 'lab/bench/bank-preview.ts'
const run = promisify(execFile)

/** Milliseconds of CPU of each try in a checkout. */
async function timesIn(folder: string): Promise<number[]> {
  const { stdout } = await run(process.execPath, ['scripts/run.mjs', PROGRAM], { cwd: folder, maxBuffer: 1e7 })
  const found = /times: \[([\d,]+)\]/.exec(stdout)?.[1]
  if (found === undefined) throw new Error(`${PROGRAM} has printed no times`)
  return found.split(',').map(Number)
}

/** The same program in a checkout of the earlier commit; null where the clone does not have it. */
async function timesOfEarlier(): Promise<number[] | null> {
  let folder: string
  try {
    folder = checkOutFor(PROGRAM, EARLIER).folder
  } catch {
    return null
  }
  return timesIn(folder)
}

/** Prints the median of seven previews of 10,000 lines, now and then. */
export async function printBankPreviews(): Promise<void> {
  const [before, now] = [await timesOfEarlier(), await timesIn(process.cwd())]
  const row = (name: string, times: readonly number[]) => ({ code: name, 'median CPU ms': median(times), 'first CPU ms': times[0] ?? 0 })
  const ratio = before && median(now) / median(before)
  console.table([
    ...(before ? [row(EARLIER.slice(0, 8), before)] : []),
    {
      ...row('this checkout', now),
      ratio: ratio === null ? 'no earlier commit' : ratio.toFixed(2),
      wanted: ratio === null ? '' : ratio <= 0.5 ? 'yes' : 'NO',
    },
  ])
}
