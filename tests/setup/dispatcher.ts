import { dispatchUnits } from '~/server/stock/sale/dispatch-units'
import { takeBack } from '~/server/stock/sale/take-back-units'
import { createServices } from '~/server/create-services'
import { openPostgres } from '~/server/platform/database/postgres'
import { createLogger } from '~/server/platform/log'

/**
 * A program for tests of dispatches: sends all units of a product for one line, takes them back and sends them again, until it is killed,
 * and says each time that is answered.
 * usage: dispatcher.ts DATABASE_URL LINE_ID UNIT_ID…
 */
const [url = '', orderLineId = '', ...unitIds] = process.argv.slice(2)

const services = await createServices({
  db: openPostgres(url),
  log: createLogger('silent'),
  secret: 'a secret of the tests of dispatches alone',
  siteUrl: 'http://localhost:3000',
  businessTimeZone: 'Europe/London',
  mail: { send: () => Promise.resolve() },
  sms: null,
})
const viewer = {
  ...{ sessionId: '', userId: '', email: '', role: 'admin' as const, scopes: null, apiKey: null, aal: 'aal1' as const, amr: [] },
  ...{ hasVerifiedFactor: false, mustEnroll: false, cookieVersion: 1, expiresAt: new Date(), idleUntil: null },
}
const call = { ...services, actor: { userId: null, email: null }, viewer }
for (;;) {
  const { units } = await dispatchUnits(call, { orderLineId, unitIds })
  process.stdout.write('dispatched\n')
  for (const { id, returnedAt } of units) if (returnedAt === null) await takeBack(call, { id, as: 'returned', location: undefined })
}
