import { openEmbedded } from '~/server/platform/database/embedded'
import { applyMigrations } from '~/server/platform/database/migrate'

/**
 * A program for durability tests: opens DATA_DIR, says how many of the first `acknowledged` rows are
 * missing, then writes one row after another and names each once the database has confirmed it.
 * usage: writer.ts DATA_DIR ACKNOWLEDGED
 */
const [dataDir = '', acknowledged = '0'] = process.argv.slice(2)

const db = await openEmbedded({ dataDir }).catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
  process.exit(1)
})
await applyMigrations(db.adapter)

const orderNumber = (index: number) => `W-${index}`
const [found] = await db.prisma.$queryRaw<{ missing: number }[]>`
  SELECT count(*)::int AS missing FROM generate_series(1, ${Number(acknowledged)}::int) AS row (number)
  WHERE NOT EXISTS (SELECT FROM orders WHERE order_number = 'W-' || row.number)`
process.stdout.write(`missing ${found?.missing ?? 'unknown'}\n`)

// A row that was written but not confirmed before the kill may be there; it is written over.
for (let index = Number(acknowledged) + 1; ; index++) {
  const fields = { orderNumber: orderNumber(index), totalAmount: index }
  await db.prisma.order.upsert({ where: { orderNumber: fields.orderNumber }, create: fields, update: fields })
  process.stdout.write(`wrote ${index}\n`)
}
