import { createCaller } from '~/server/api/root'
import { createInnerTRPCContext } from '~/server/api/trpc'
import { openEmbedded } from '~/server/platform/database/embedded'
import { applyMigrations } from '~/server/platform/database/migrate'
import { openPostgres } from '~/server/platform/database/postgres'
import { createLogger } from '~/server/platform/log'
import { createMailer } from '~/server/platform/mail/mailer'
import { createServices } from '~/server/create-services'

/**
 * A program for tests of emails: opens a shop, signs each address up that it is given on its input, and says when that is
 * answered.
 * usage: signer.ts DATA_DIR SMTP_URL [DATABASE_URL]
 */
const [dataDir = '', smtpUrl, url] = process.argv.slice(2)

const db = url ? openPostgres(url) : await openEmbedded({ dataDir })
await applyMigrations(db.adapter)
const log = createLogger('silent')
const services = await createServices({
  db,
  log,
  secret: 'a secret of the tests of emails alone',
  siteUrl: 'http://localhost:3000',
  businessTimeZone: 'Europe/London',
  mail: createMailer({ smtpUrl, dataDir, log }),
  sms: null,
  isOnlyProcess: url === undefined,
})
process.stdout.write('ready\n')

process.stdin.setEncoding('utf8')
for await (const text of process.stdin) {
  for (const line of String(text).split('\n').filter(Boolean)) {
    const [email = '', ip = ''] = line.split(' ')
    const caller = createCaller(createInnerTRPCContext({ services, client: { ip, userAgent: null } }))
    await caller.auth.signUp({ email, password: 'a fine long password', fullName: 'Somebody' })
    process.stdout.write(`answered ${email}\n`)
  }
}
