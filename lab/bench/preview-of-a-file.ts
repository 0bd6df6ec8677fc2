import { spawnSync } from 'node:child_process'
import * as z from 'zod'
import { root } from '../../scripts/tools/project.mjs'
import { checkOutFor } from './check-out'
import { median } from './measured'

/** How long the preview of a product file takes beside an older version of the shop, in turns on the same machine. */

/** The version before tables of other shops were read. */
const BEFORE = '8e1d2637388a5e8c625ddb0758a5cb960b4fb356'
const TURNS = 3
const CHILD = 'lab/bench/preview-child.ts'

const seconds = z.array(z.number()).min(1)

function run(folder: string, ...args: string[]): string {
  const { status, stdout, stderr } = spawnSync(process.execPath, args, {
    cwd: folder,
    env: { ...process.env, PRISMA_SCHEMA_ENGINE_BINARY: process.execPath },
    encoding: 'utf8',
  })
  if (status !== 0) throw new Error(stderr.slice(-2_000))
  return stdout
}

const timesIn = (folder: string) => seconds.parse(JSON.parse(run(folder, '--import', 'tsx', CHILD).trim().split('\n').at(-1) ?? ''))

interface PreviewTimes {
  /** CPU seconds, the median of all runs. */
  before: number
  now: number
  ratio: number
}

function measurePreview(): PreviewTimes {
  const { folder } = checkOutFor(CHILD, BEFORE)
  run(folder, 'scripts/tools/generate-client.mjs')
  const before: number[] = []
  const now: number[] = []
  for (let turn = 0; turn < TURNS; turn++) {
    before.push(...timesIn(folder))
    now.push(...timesIn(root))
  }
  return { before: median(before), now: median(now), ratio: median(now) / median(before) }
}

/** Prints the row. */
export function printPreview(): void {
  const { before, now, ratio } = measurePreview()
  console.table([
    {
      what: 'preview of 20,000 products',
      [`CPU s at ${BEFORE.slice(0, 8)}`]: before.toFixed(2),
      'CPU s now': now.toFixed(2),
      ratio: ratio.toFixed(2),
      wanted: ratio <= 0.5 ? 'yes' : 'NO (at most 0.50)',
    },
  ])
}
