import { openEmbedded } from '~/server/platform/database/embedded'
import { applyMigrations } from '~/server/platform/database/migrate'
import { stageFile } from '~/server/office/import/stage-rows'

/**
 * Stages a product file again and again, and prints the seconds of each run as JSON. Runs in the folder of a checkout, this one or an older
 * one: it uses what both have.
 */

const ROWS = 20_000
const RUNS = 6

async function* file(): AsyncGenerator<Buffer> {
  yield Buffer.from('name,category,manufacturer,model,price,stockQuantity,description\r\n')
  for (let row = 0; row < ROWS; row += 500) {
    const lines = Array.from({ length: 500 }, (_, index) => {
      const number = row + index
      return `Miner ${number},ASIC Miners,Maker ${number % 40},M-${number},${(number % 5_000) + 0.5},${number % 90},"A machine, tested and cleaned"\r\n`
    })
    yield Buffer.from(lines.join(''))
  }
}

const db = await openEmbedded({ memory: true })
await applyMigrations(db.adapter)
const { id: userId } = await db.prisma.user.create({ data: { email: 'bench@example.com' }, select: { id: true } })
const seconds: number[] = []
for (let run = 0; run < RUNS; run++) {
  const { id: batchId } = await db.prisma.importBatch.create({
    data: { noun: 'products', fileName: 'bench.csv', userId, state: 'checking' },
    select: { id: true },
  })
  const cpu = process.cpuUsage()
  await stageFile(db.prisma, { batchId, noun: 'products', body: file() })
  const { user, system } = process.cpuUsage(cpu)
  // The first run compiles.
  if (run > 0) seconds.push((user + system) / 1e6)
  await db.prisma.importBatch.deleteMany()
}
console.log(JSON.stringify(seconds))
process.exit(0)
