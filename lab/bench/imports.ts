import { startSession } from '~/server/identity/auth/sessions'
import { readSession } from '~/server/identity/auth/read-session'
import { createServices } from '~/server/create-services'
import type { Database } from '~/server/platform/database/database'
import { openEmbedded } from '~/server/platform/database/embedded'
import { applyMigrations } from '~/server/platform/database/migrate'
import { openPostgres } from '~/server/platform/database/postgres'
import { applyImport } from '~/server/office/import/apply-import'
import { startImport } from '~/server/office/import/import-batch'
import { createLogger } from '~/server/platform/log'
import { stageFile } from '~/server/office/import/stage-rows'
import { startPostgres } from '../../tests/setup/postgres-server'
import { printBankPreviews } from './bank'
import { printPreview } from './preview-of-a-file'
import type { BenchSection } from './section'

/** The times of an import of many rows on one engine. */
interface ImportFigures {
  engine: string
  rows: number
  checkSeconds: number
  applySeconds: number
  /** Of this process, which on the embedded engine is all there is; other work on the machine does not count. */
  cpuSeconds: number
  /** The longest time in which nothing else could run on the JavaScript thread. */
  longestPauseMs: number
  peakHeapMb: number
}

const ROWS = 100_000

async function* file(rows: number): AsyncGenerator<Buffer> {
  yield Buffer.from('name,category,manufacturer,model,price,stockQuantity,description\r\n')
  for (let row = 0; row < rows; row += 100) {
    const lines = Array.from({ length: 100 }, (_, index) => {
      const number = row + index
      return `Miner ${number},ASIC Miners,Maker ${number % 40},M-${number},${(number % 5_000) + 0.5},${number % 90},"A machine, tested and cleaned"\r\n`
    })
    yield Buffer.from(lines.join(''))
  }
}

/** Watches the thread and the heap while work runs. */
async function watched(
  work: () => Promise<void>,
): Promise<{ seconds: number; cpuSeconds: number; longestPauseMs: number; peakHeapMb: number }> {
  const started = performance.now()
  const cpu = process.cpuUsage()
  let last = started
  let longest = 0
  let peak = 0
  const timer = setInterval(() => {
    const now = performance.now()
    longest = Math.max(longest, now - last)
    last = now
    peak = Math.max(peak, process.memoryUsage().heapUsed)
  }, 5)
  await work()
  clearInterval(timer)
  const { user, system } = process.cpuUsage(cpu)
  return {
    seconds: (performance.now() - started) / 1000,
    cpuSeconds: (user + system) / 1e6,
    longestPauseMs: Math.round(longest),
    peakHeapMb: Math.round(peak / 1024 / 1024),
  }
}

async function measure(engine: string, db: Database): Promise<ImportFigures> {
  await applyMigrations(db.adapter)
  const services = await createServices({ db, log: createLogger('silent'), secret: 'a secret of the benchmark and of nobody else' })
  const { id: userId } = await db.prisma.user.create({ data: { email: 'bench@example.com' } })
  const sessionId = await startSession(services, userId)
  const viewer = await readSession(services, sessionId)
  if (!viewer) throw new Error('The session of the benchmark has not begun')
  const call = { ...services, viewer, actor: { userId, email: viewer.email }, procedure: 'imports.start' }
  const { batchId } = await startImport(call, { noun: 'products', fileName: 'bench.csv' })
  await db.prisma.importBatch.update({ where: { id: batchId }, data: { state: 'checking' } })
  const check = await watched(() => stageFile(db.prisma, { batchId, noun: 'products', body: file(ROWS) }))
  await db.prisma.importBatch.update({ where: { id: batchId }, data: { state: 'ready' } })
  const apply = await watched(async () => {
    await applyImport(call, { batchId })
  })
  await services.hub.stop()
  return {
    engine,
    rows: ROWS,
    checkSeconds: check.seconds,
    applySeconds: apply.seconds,
    cpuSeconds: check.cpuSeconds + apply.cpuSeconds,
    longestPauseMs: Math.max(check.longestPauseMs, apply.longestPauseMs),
    peakHeapMb: Math.max(check.peakHeapMb, apply.peakHeapMb),
  }
}

/** 100,000 new products from a file, on either engine, in memory of this process. */
async function measureImports(): Promise<ImportFigures[]> {
  const embedded = await openEmbedded({ memory: true })
  const first = await measure('embedded', embedded)
  await embedded.close()
  const server = await startPostgres()
  try {
    const postgres = openPostgres(server.url)
    const second = await measure('PostgreSQL', postgres)
    await postgres.close()
    return [first, second]
  } finally {
    await server.stop()
  }
}

function printImports(figures: ImportFigures[]): void {
  console.table(
    figures.map(({ engine, rows, checkSeconds, applySeconds, cpuSeconds, longestPauseMs, peakHeapMb }) => ({
      engine,
      rows: rows.toLocaleString('en-GB'),
      'check s': checkSeconds.toFixed(1),
      'apply s': applySeconds.toFixed(1),
      'CPU s of the process': cpuSeconds.toFixed(1),
      'longest pause ms': longestPauseMs,
      'peak heap MB': peakHeapMb,
      wanted: checkSeconds + applySeconds < 60 ? 'yes' : 'NO',
    })),
  )
}

export const importsSection: BenchSection = {
  name: 'imports',
  wanted: `import of ${ROWS.toLocaleString('en-GB')} products from a CSV file, checked and applied (wanted: under a minute)`,
  run: async ([only]) => {
    if (only !== 'bank') {
      printPreview()
      printImports(await measureImports())
    }
    console.log('\nA bank’s file of 10,000 lines, previewed (wanted: at most half of the earlier time)')
    await printBankPreviews()
  },
}
