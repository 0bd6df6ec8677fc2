import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { showing } from '../../scripts/tools/progress.mjs'

const { isTTY } = process.stdout
let said: string[]
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'performance'] })
  said = []
  vi.spyOn(process.stdout, 'write').mockImplementation((text) => said.push(String(text)) > 0)
})
afterEach(() => {
  vi.restoreAllMocks()
  vi.useRealTimers()
  process.stdout.isTTY = isTTY
})

async function showFor(seconds: number, isTerminal: boolean): Promise<string[]> {
  process.stdout.isTTY = isTerminal
  await showing('Building the shop', 60, async () => {
    await vi.advanceTimersByTimeAsync(seconds * 1000)
  })
  return said
}

it('says on a terminal each second how far a step is, in one line', async () => {
  expect(await showFor(2, true)).toEqual([
    '\u001b[KBuilding the shop, about 60 s …\r',
    '\u001b[KBuilding the shop … 1 s of about 60\r',
    '\u001b[KBuilding the shop … 2 s of about 60\r',
    '\u001b[KBuilding the shop: 2 s\r',
    '\n',
  ])
})

it('says in a log every twenty seconds how far a step is', async () => {
  expect(await showFor(45, false)).toEqual([
    'Building the shop, about 60 s …\n',
    'Building the shop … 20 s of about 60\n',
    'Building the shop … 40 s of about 60\n',
    'Building the shop: 45 s\n',
  ])
})
