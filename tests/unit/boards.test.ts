import { describe, expect, it } from 'vitest'
import { boardSlots, type BoardVerdict } from '~/contracts/stock/boards'
import { missingForReady, type ReadyFacts } from '~/contracts/stock/refurbishing'
import { boardKeys } from '~/server/stock/units/compare-boards'
import { judgeBoards, type BoardHistory } from '~/server/stock/units/judge-boards'

/** A machine that is read and worked on: each step comes after the one before it. */
function machine() {
  const seen: BoardHistory['seen'][number][] = []
  const installed: BoardHistory['installed'][number][] = []
  let minute = 0
  const next = () => new Date(Date.UTC(2026, 0, 1, 0, ++minute))
  return {
    read: (...keys: (string | null)[]): BoardVerdict[] => {
      const at = next()
      const boards = keys.map((key, slot) => ({ slot, key }))
      const verdicts = judgeBoards({ seen, installed }, boards)
      for (const [slot, { key }] of boards.entries())
        seen.push({ readingId: String(minute), slot, key, verdict: verdicts[slot] ?? 'not_read', answer: null, at })
      return verdicts
    },
    answer: (key: string, answer: string) => {
      for (const [place, board] of seen.entries()) if (board.key === key) seen[place] = { ...board, answer }
    },
    install: (key: string | null) => installed.push({ key, at: next(), removedAt: null }),
    remove: (key: string) => {
      const place = installed.findIndex((each) => each.key === key && each.removedAt === null)
      const part = installed[place]
      if (part) installed[place] = { ...part, removedAt: next() }
    },
  }
}

describe('a board', () => {
  it('is seen first, then the same, wherever it is and although a reading in between did not tell it', () => {
    const { read } = machine()
    expect(read('A', 'B', null)).toEqual(['first_seen', 'first_seen', 'not_read'])
    expect(read(null, null, null)).toEqual(['not_read', 'not_read', 'not_read'])
    // The one that did not answer is repaired, and the others have changed places.
    expect(read('B', 'A', 'C')).toEqual(['same', 'same', 'first_seen'])
    expect(read('B', 'A', 'C')).toEqual(['same', 'same', 'same'])
  })

  it('that nobody here has changed is foreign, and only the answer of swapped before us makes it the machine’s', () => {
    const { read, answer } = machine()
    read('A', 'B', 'C')
    expect(read('A', 'X', 'C')).toEqual(['same', 'foreign', 'same'])
    expect(read('A', 'X', 'C')).toEqual(['same', 'foreign', 'same'])
    answer('X', 'misread')
    expect(read('A', 'B', 'C')).toEqual(['same', 'same', 'same'])
    expect(read('A', 'X', 'C')).toEqual(['same', 'foreign', 'same'])
    answer('X', 'swapped before us')
    expect(read('A', 'X', 'C')).toEqual(['same', 'same', 'same'])
    // The replaced board is in there no more.
    expect(read('A', 'B', 'C')).toEqual(['same', 'foreign', 'same'])
  })

  it('that was installed here is swapped here, then the same, and foreign once it was taken out', () => {
    const { read, install, remove } = machine()
    read('A', 'B', 'C')
    install('P')
    expect(read('A', 'P', 'C')).toEqual(['same', 'swapped_here', 'same'])
    expect(read('A', 'P', 'C')).toEqual(['same', 'same', 'same'])
    expect(read('A', 'B', 'C')).toEqual(['same', 'foreign', 'same'])
    remove('P')
    expect(read('A', 'P', 'C')).toEqual(['same', 'foreign', 'same'])
  })

  it('is swapped here as often as a part without a serial number was installed', () => {
    const { read, install } = machine()
    read('A', 'B', 'C')
    install(null)
    expect(read('A', 'X', 'Y')).toEqual(['same', 'swapped_here', 'foreign'])
    expect(read('A', 'X', 'Z')).toEqual(['same', 'same', 'foreign'])
  })

  it('has no number where firmware writes none, zeros or one number for all', () => {
    const keys = (...serials: (string | null)[]) => boardKeys(serials.map((serialNumber) => ({ serialNumber, isMissing: false })))
    expect(keys('sn o1', null, 'N/A', '0000000', '')).toEqual(['SN01', null, null, null, null])
    expect(keys('SAME', 'same', 'B-2')).toEqual([null, null, 'B2'])
  })

  it('has a place of its own, counted from 0, whatever a reading says', () => {
    expect(boardSlots([{ slot: 1 }, { slot: 2 }, { slot: 3 }])).toEqual([0, 1, 2])
    expect(boardSlots([{ slot: 6 }, { slot: 6 }, { slot: -4 }, { slot: 1.5 }, { slot: 1e12 }])).toEqual([5, 0, 1, 2, 3])
  })
})

describe('ready', () => {
  const whole: ReadyFacts = {
    refurbishment: {
      steps: [{ label: 'Cleaned', isDone: true }],
      loadTest: { from: new Date(0), until: new Date(60 * 60_000) },
      safetyPassed: true,
    },
    model: { name: 'Bitmain Antminer S19', hashrate: 100e12, power: 3250, tolerance: 5, loadTestMinutes: 60 },
    reading: { hashrate: 95e12, power: 3412.5 },
    unanswered: [],
  }
  const model = { ...whole.model, name: 'S19', hashrate: 100e12, power: 3250, tolerance: 5, loadTestMinutes: 60 }

  it('lacks nothing at the bounds', () => {
    expect(missingForReady(whole)).toEqual([])
  })

  it.each<[Partial<ReadyFacts>, string[]]>([
    [{ refurbishment: null }, ['a refurbishment, which nobody has begun']],
    [{ model: null }, ['its model']],
    [{ reading: null }, ['a reading after the work']],
    [{ model: { ...model, hashrate: null, power: 0 } }, ['a nominal hashrate of the model S19', 'a nominal power of the model S19']],
    [{ reading: { hashrate: 94.9e12, power: 3250 } }, ['a hashrate within 5% of 100 TH/s (it was 94.9 TH/s)']],
    [
      { reading: { hashrate: 106e12, power: null } },
      ['a hashrate within 5% of 100 TH/s (it was 106 TH/s)', 'a power within 5% of 3,250 W (its reading says none)'],
    ],
    [{ unanswered: ['board 2 (X)'] }, ['an answer for board 2 (X), which nobody here has changed']],
    [
      {
        refurbishment: {
          steps: [
            { label: 'Cleaned', isDone: false },
            { label: 'Firmware and pools reset', isDone: false },
          ],
          loadTest: { from: new Date(0), until: new Date(59 * 60_000) },
          safetyPassed: false,
        },
      },
      ['the steps “Cleaned” and “Firmware and pools reset”', 'a load test of 60 minutes', 'an electrical safety test that it passes'],
    ],
  ])('lacks what is not there: %j', (facts, missing) => {
    expect(missingForReady({ ...whole, ...facts })).toEqual(missing)
  })
})
