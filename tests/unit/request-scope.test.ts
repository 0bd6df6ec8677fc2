import { setImmediate as othersTurn } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { openCapturedLog } from '../setup/captured-log'
import { currentRequestId, inRequest, requestIdOf } from '~/server/platform/request-scope'

describe('the id of a request', () => {
  it('is the one that came with it where that is well-formed', () => {
    for (const id of ['my-request-1', '7a79d5ad-971b-446c-8988-194f0ab81551', 'a'.repeat(64)]) {
      expect(requestIdOf({ 'x-request-id': id })).toBe(id)
    }
    for (const id of ['', 'short', 'a'.repeat(65), 'with a space', 'a\nsecond line', '<script>', '"quoted"']) {
      expect(requestIdOf({ 'x-request-id': id })).toMatch(/^[\da-f-]{36}$/)
    }
    expect(requestIdOf({})).not.toBe(requestIdOf({}))
  })

  it('is in every line that is logged on its way, and in no other', async () => {
    const { log, lines } = openCapturedLog()
    const work = (id: string) =>
      inRequest(id, async () => {
        await othersTurn()
        log.info('here')
        return currentRequestId()
      })
    log.info('outside')
    expect(await Promise.all([work('request-1'), work('request-2')])).toEqual(['request-1', 'request-2'])
    const ids = lines.map((line) => (JSON.parse(line) as { requestId?: string }).requestId)
    expect(ids).toEqual([undefined, 'request-1', 'request-2'])
    expect(currentRequestId()).toBeUndefined()
  })
})
