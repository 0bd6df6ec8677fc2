// @module-tag full
import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { build } from 'esbuild'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { engines, openPostgresTestDatabase } from '../setup/database'
import { openSmtpServer } from '../setup/smtp'
import { openWebhookReceiver } from '../setup/webhook-receiver'

/** `npm run load` does the same with the whole server, 30 times. */
const ROUNDS = Number(process.env.LETTER_ROUNDS ?? 1)
const LONGEST_ROUND_MS = 60

const children = new Set<ChildProcess>()
/** Under node_modules, so that it finds its packages. */
const signer = path.resolve(`node_modules/.cache/signer-${process.pid}.mjs`)

async function startSigner(args: string[]) {
  const child = spawn(process.execPath, [signer, ...args], { stdio: ['pipe', 'pipe', 'inherit'] })
  children.add(child)
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]()
  expect((await lines.next()).value).toBe('ready')
  const tell = async (line: string) => {
    child.stdin.write(`${line}\n`)
    expect((await lines.next()).value).toBe(`answered ${line}`)
  }
  return {
    tell,
    signUp: (email: string, ip: string) => tell(`${email} ${ip}`),
    kill: async () => {
      const gone = once(child, 'exit')
      child.kill('SIGKILL')
      await gone
    },
  }
}

beforeAll(async () => {
  await build({
    entryPoints: ['tests/setup/signer.ts'],
    outfile: signer,
    bundle: true,
    format: 'esm',
    platform: 'node',
    packages: 'external',
    jsx: 'automatic',
  })
})
afterAll(() => {
  for (const child of children) child.kill('SIGKILL')
  rmSync(signer, { force: true })
})

it.each(engines)('no email is lost with its process, nor sent twice without a kill, on %s', { timeout: 600_000 }, async (engine) => {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'shop-emails-killed-'))
  const smtp = await openSmtpServer()
  const database = engine === 'postgres' ? await openPostgresTestDatabase() : undefined
  const args = [dataDir, smtp.url, ...(database ? [database.url] : [])]
  const emailsTo = (email: string) => smtp.messages.filter((message) => message.toString().includes(`To: ${email}`)).length
  // The moment of the kill is what is tested: a fixed sequence of them, so that a failure can be repeated.
  let state = 42
  const random = () => (state = (state * 16_807) % 2_147_483_647) / 2_147_483_647

  const killed = Array.from({ length: ROUNDS }, (_, index) => `killed-${index}@example.com`)
  for (const [index, email] of killed.entries()) {
    const process = await startSigner(args)
    await process.signUp(email, `198.51.100.${index}`)
    await new Promise((resolve) => setTimeout(resolve, random() * LONGEST_ROUND_MS))
    await process.kill()
  }
  const last = await startSigner(args)
  await expect.poll(() => killed.filter((email) => emailsTo(email) === 0), { timeout: 120_000, interval: 100 }).toEqual([])

  const quiet = Array.from({ length: ROUNDS }, (_, index) => `quiet-${index}@example.com`)
  for (const [index, email] of quiet.entries()) await last.signUp(email, `203.0.113.${index}`)
  await expect.poll(() => quiet.filter((email) => emailsTo(email) === 0), { timeout: 30_000 }).toEqual([])
  await last.kill()
  expect(quiet.map(emailsTo)).toEqual(quiet.map(() => 1))
  if (ROUNDS > 1) console.log(engine, ROUNDS, 'kills; emails twice:', killed.filter((email) => emailsTo(email) > 1).length)
  await database?.close()
  await smtp.close()
  rmSync(dataDir, { recursive: true, force: true })
})

it.each(engines)('no change is lost to a webhook with the process that was to send it, on %s', { timeout: 600_000 }, async (engine) => {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'shop-webhooks-killed-'))
  const receiver = await openWebhookReceiver()
  const database = engine === 'postgres' ? await openPostgresTestDatabase() : undefined
  const args = [dataDir, 'smtp://127.0.0.1:1', ...(database ? [database.url] : [])]
  const first = await startSigner(args)
  await first.tell(`webhook ${receiver.url}`)
  // Killed with the message in the receiver's hands.
  const atTheDoor = new Promise<void>((resolve) => {
    receiver.answer(() => resolve())
  })
  await first.tell('order K-1')
  await atTheDoor
  await first.kill()
  receiver.answer()
  // Killed as soon as the change is committed.
  const second = await startSigner(args)
  await second.tell('order K-2')
  await second.kill()
  const last = await startSigner(args)
  const told = () => new Set(receiver.messages.map(({ content }) => content.data.id)).size
  const again = () => receiver.messages.filter(({ id }) => id === receiver.messages[0]?.id).length > 1
  await expect.poll(() => [told(), again()], { timeout: 120_000, interval: 100 }).toEqual([2, true])
  await last.kill()
  await database?.close()
  await receiver.close()
  rmSync(dataDir, { recursive: true, force: true })
})
