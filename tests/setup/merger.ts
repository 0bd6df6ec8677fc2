import { mergeUnits, unmergeUnit } from '~/server/stock/units/merge-units'
import { createServices } from '~/server/create-services'
import { openPostgres } from '~/server/platform/database/postgres'
import { createLogger } from '~/server/platform/log'

/**
 * A program for tests of merges: merges two machines and takes them apart again until it is killed, and says each merge that is answered.
 * usage: merger.ts DATABASE_URL KEEP_ID MERGE_ID
 */
const [url = '', keep = '', merge = ''] = process.argv.slice(2)

const services = await createServices({
  db: openPostgres(url),
  log: createLogger('silent'),
  secret: 'a secret of the tests of merges alone',
  siteUrl: 'http://localhost:3000',
  businessTimeZone: 'Europe/London',
  mail: { send: () => Promise.resolve() },
  sms: null,
})
const call = { ...services, actor: { userId: null, email: null } }
for (;;) {
  await mergeUnits(call, { keep, merge })
  process.stdout.write('merged\n')
  await unmergeUnit(call, { id: merge })
}
