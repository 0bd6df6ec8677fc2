import { afterAll, beforeAll, expect, it } from 'vitest'
import { createCaller } from '~/server/api/root'
import { createInnerTRPCContext } from '~/server/api/trpc'
import { openCapturedLog } from '../setup/captured-log'
import { openTestShop, type TestShop } from '../setup/shop'

let shop: TestShop
const { log, lines } = openCapturedLog()
beforeAll(async () => {
  shop = await openTestShop()
})
afterAll(() => shop.close())

it('has the request’s id, the name and the outcome of a call, and nothing of its input', async () => {
  const { sessionId } = await shop.signIn('admin')
  const caller = createCaller(createInnerTRPCContext({ services: { ...shop.services, log }, sessionId, requestId: 'request-1' }))
  const values = { hero_title: 'TYPED TEXT', hero_description: '', hero_badge_text: 'TYPED TEXT' }
  await expect(caller.settings.save({ tab: 'homepage', values })).rejects.toThrow()
  await caller.settings.save({ tab: 'homepage', values: { ...values, hero_description: 'TYPED TEXT' } })

  const entries = lines.map((line): unknown => JSON.parse(line))
  expect(entries).toEqual([
    expect.objectContaining({ requestId: 'request-1', path: 'settings.save', outcome: 'BAD_REQUEST', fields: ['values.hero_description'] }),
    expect.objectContaining({ requestId: 'request-1', path: 'settings.save', type: 'mutation', msg: 'call' }),
  ])
  expect(lines.join('')).not.toContain('TYPED TEXT')
  expect(lines.join('')).not.toContain(sessionId)
})

it('writes no secret that a program hands it by mistake', () => {
  lines.length = 0
  const secrets = { password: 'hunter2', token: 'hunter2', cookie: 'hunter2', authorization: 'Bearer hunter2' }
  log.info({ ...secrets, input: secrets, req: { headers: secrets } }, 'careless')
  expect(lines).toHaveLength(1)
  expect(lines[0]).not.toContain('hunter2')
})
