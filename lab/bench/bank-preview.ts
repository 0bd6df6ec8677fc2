import { createServices } from '~/server/create-services'
import { previewBank } from '~/server/billing/bank/bank-lines'
import { readSession } from '~/server/identity/auth/read-session'
import { startSession } from '~/server/identity/auth/sessions'
import { openEmbedded } from '~/server/platform/database/embedded'
import { applyMigrations } from '~/server/platform/database/migrate'
import { createLogger } from '~/server/platform/log'

/**
 * Previews a bank's file of 10,000 lines, half of them incoming, and prints the milliseconds of CPU that each try took, since
 * other work on the machine does not count. It runs in the checkout
 * whose folder it stands in, so that two commits can be compared.
 */

const ROWS = 10_000
const TRIES = 7

function file(): string {
  const rows = ['Date,Description,Reference,Amount,Currency']
  for (let row = 0; row < ROWS; row += 1) {
    const day = String((row % 28) + 1).padStart(2, '0')
    const number = String(row).padStart(5, '0')
    rows.push(
      `${day}/03/2026,Transfer of customer ${row} of the shop,INV-2026-${number},${row % 2 === 0 ? '' : '-'}${(row % 900) + 10}.50,EUR`,
    )
  }
  return rows.join('\n')
}

const db = await openEmbedded({ memory: true })
await applyMigrations(db.adapter)
const services = await createServices({ db, log: createLogger('silent'), secret: 'a secret of the benchmark and of nobody else' })
const { id: userId } = await db.prisma.user.create({ data: { email: 'bench@example.com' } })
const viewer = await readSession(services, await startSession(services, userId))
if (!viewer) throw new Error('The session of the benchmark has not begun')
const call = { ...services, viewer, actor: { userId, email: viewer.email }, procedure: 'payments.previewBank' }
const csv = file()
const times: number[] = []
for (let nth = 0; nth < TRIES; nth += 1) {
  const started = process.cpuUsage()
  const { lines, outgoing } = await previewBank(call, { csv, fileName: 'bench.csv' })
  const { user, system } = process.cpuUsage(started)
  times.push(Math.round((user + system) / 1000))
  if (lines.length + outgoing !== ROWS) throw new Error(`${lines.length} incoming and ${outgoing} outgoing lines`)
}
await services.hub.stop()
await db.close()
console.log(`times: ${JSON.stringify(times)}`)
