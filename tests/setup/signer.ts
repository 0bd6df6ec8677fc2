import { createCaller } from '~/server/api/root'
import { createInnerTRPCContext } from '~/server/api/trpc'
import { openEmbedded } from '~/server/platform/database/embedded'
import { applyMigrations } from '~/server/platform/database/migrate'
import { openPostgres } from '~/server/platform/database/postgres'
import { createLogger } from '~/server/platform/log'
import { createMailer } from '~/server/platform/mail/mailer'
import { createServices } from '~/server/create-services'
import { newSecret, SECRET_PURPOSE } from '~/server/office/webhooks/signature'
import { anywhere } from '~/server/platform/network/post-to-stranger'
import { encrypt } from '~/server/platform/secrets'

/**
 * A program for tests of what is sent: opens a shop, and says when it has done what a line of its input says: `ADDRESS IP` signs somebody
 * up, `webhook URL` makes a webhook for new orders, `order NUMBER` writes one by plain SQL.
 * usage: signer.ts DATA_DIR SMTP_URL [DATABASE_URL]
 */
const [dataDir = '', smtpUrl, url] = process.argv.slice(2)

const SECRET = 'a secret of the tests of emails alone'

const db = url ? openPostgres(url) : await openEmbedded({ dataDir })
await applyMigrations(db.adapter)
const log = createLogger('silent')
const services = await createServices({
  db,
  log,
  secret: SECRET,
  siteUrl: 'http://localhost:3000',
  businessTimeZone: 'Europe/London',
  mail: createMailer({ smtpUrl, dataDir, log }),
  sms: null,
  webhookRules: anywhere,
  isOnlyProcess: url === undefined,
})
process.stdout.write('ready\n')

process.stdin.setEncoding('utf8')
for await (const text of process.stdin) {
  for (const line of String(text).split('\n').filter(Boolean)) {
    const [first = '', second = ''] = line.split(' ')
    if (first === 'webhook') {
      const secret = encrypt(SECRET, SECRET_PURPOSE, newSecret())
      await db.prisma.webhookEndpoint.create({ data: { url: second, events: ['order.created'], secret } })
    } else if (first === 'order') {
      await db.prisma.$executeRaw`INSERT INTO orders (order_number) VALUES (${second})`
    } else {
      const caller = createCaller(createInnerTRPCContext({ services, client: { ip: second, userAgent: null } }))
      await caller.auth.signUp({ email: first, password: 'a fine long password', fullName: 'Somebody' })
    }
    process.stdout.write(`answered ${line}\n`)
  }
}
