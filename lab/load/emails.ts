import { openSmtpServer } from '../../tests/setup/smtp'
import { mutate } from './client'
import { newDatabase } from './databases'
import { Findings, holdsWithin, limitOf, numbers, type Outcome, type Scenario } from './scenario'
import { admin, temporaryFolder } from '../../tests/setup/shop-process'
import { startShop, type ShopSettings } from './shop-process'

/** The server is killed within so long after its answer (ms): before the email is taken, while it is being sent, or after. */
const LONGEST_ROUND_MS = 60
/** Emails that a killed process had claimed become free, and another process looks: 30 + 10 s, and the time of a try (ms). */
const ARRIVES_WITHIN_MS = 60_000

type Smtp = Awaited<ReturnType<typeof openSmtpServer>>

/** How many emails a person has got. */
const emailsTo = (smtp: Smtp, email: string) => smtp.messages.filter((message) => message.toString().includes(`To: ${email}`)).length

/** Signs a person up, from a network of their own. */
async function signUp(url: string, email: string, number: number): Promise<boolean> {
  const person = { email, password: admin.password, fullName: 'Somebody' }
  return (await mutate(url, 'auth.signUp', person, { from: `198.51.${100 + Math.floor(number / 200)}.${(number % 200) + 1}` })).ok
}

async function emailRounds(rounds: number, short: boolean, settings: ShopSettings): Promise<Outcome> {
  const findings = new Findings()
  const random = numbers(7)
  const smtp = await openSmtpServer()
  const env = { SMTP_URL: smtp.url, TRUSTED_PROXIES: '1' }
  let shop = await startShop({ ...settings, env })
  const people = (kind: string) => Array.from({ length: rounds }, (_, index) => `${kind}-${index}@example.com`)

  const killed = people('killed')
  for (const [index, email] of killed.entries()) {
    findings.check(await signUp(shop.url, email, index), `the sign-up of ${email} was refused`)
    await new Promise((resolve) => setTimeout(resolve, random() * LONGEST_ROUND_MS))
    await shop.kill()
    shop = await startShop({ ...settings, port: shop.port, env })
  }
  const missing = () => killed.filter((email) => emailsTo(smtp, email) === 0)
  await holdsWithin(limitOf(ARRIVES_WITHIN_MS, short), () => missing().length === 0)
  findings.check(missing().length === 0, () => `no email to ${missing().join(', ')}`)
  const repeated = killed.filter((email) => emailsTo(smtp, email) > 1).length

  const quiet = people('quiet')
  const slowest = { ms: 0 }
  for (const [index, email] of quiet.entries()) {
    findings.check(await signUp(shop.url, email, rounds + index), `the sign-up of ${email} was refused`)
    const answered = performance.now()
    findings.check(await holdsWithin(limitOf(5_000, short), () => emailsTo(smtp, email) > 0, 5), `no email to ${email}`)
    slowest.ms = Math.max(slowest.ms, performance.now() - answered)
  }
  findings.check((await shop.stop()) === 0, 'the server did not stop in order')
  const twice = quiet.filter((email) => emailsTo(smtp, email) > 1)
  findings.check(twice.length === 0, () => `more than one email to ${twice.join(', ')}`)
  await smtp.close()
  return findings.outcome(
    `${rounds} kills, ${repeated} emails twice; without a kill the slowest came ${slowest.ms.toFixed(0)} ms after the answer`,
  )
}

const rounds = (short: boolean) => (short ? 2 : 30)

export const emailsEmbedded: Scenario = {
  name: 'emails-embedded',
  title: 'kill -9 between the answer to a sign-up and its email, embedded database',
  run: (short) => emailRounds(rounds(short), short, { dataDir: temporaryFolder('data') }),
}

export const emailsPostgres: Scenario = {
  name: 'emails-postgres',
  title: 'kill -9 between the answer to a sign-up and its email, PostgreSQL',
  run: async (short) => emailRounds(rounds(short), short, { dataDir: temporaryFolder('data'), databaseUrl: await newDatabase() }),
}
