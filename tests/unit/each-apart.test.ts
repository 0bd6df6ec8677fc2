import { describe, expect, it } from 'vitest'
import { eachApart } from '~/server/platform/jobs/each-apart'
import { createLogger } from '~/server/platform/log'

const log = createLogger('silent')

describe('a round of work', () => {
  it('goes on where one of it cannot be done, and counts what was', async () => {
    const tried: number[] = []
    const done = await eachApart(log, [1, 2, 3], (item) => {
      tried.push(item)
      return item === 2 ? Promise.reject(new RangeError('Invalid time value')) : Promise.resolve(true)
    })
    expect(tried).toEqual([1, 2, 3])
    expect(done).toBe(2)
  })

  it('ends where the database is away', async () => {
    const tried: number[] = []
    const away = Object.assign(new Error('connect ECONNREFUSED 127.0.0.1:5432'), { code: 'ECONNREFUSED' })
    const round = eachApart(log, [1, 2, 3], (item) => {
      tried.push(item)
      return Promise.reject(away)
    })
    await expect(round).rejects.toBe(away)
    expect(tried).toEqual([1])
  })
})
