import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { hashrateOf, hashrateText } from '~/contracts/catalogue/hashrate'
import { answersIn, ReadingError } from '~/contracts/stock/miners/json'
import { proposeEvaluation, readMiner } from '~/contracts/stock/miners/reading'
import { minerReading } from '~/contracts/stock/miners/shape'
import { antminer, avalon, pyasic, whatsminer } from '../setup/miner-samples'

const TERA = 1e12

describe('a reading', () => {
  it('of an Antminer counts chips by their marks, and adds the board that does not answer', () => {
    const reading = readMiner(antminer)
    expect(reading).toMatchObject({
      source: 'cgminer',
      model: 'Antminer S19',
      firmware: '49.0.1.3',
      uptime: 86_400,
      expectedBoards: 3,
      fans: [4200, 4230, 4170, 4260],
      power: 2140.5,
      efficiency: 34,
    })
    expect(reading.hashrate).toBeCloseTo(63.01012 * TERA, -6)
    expect(reading.nominalHashrate).toBe(95 * TERA)
    expect(
      reading.boards.map(({ slot, chips, expectedChips, temperature, chipTemperature, isMissing }) => [
        slot,
        chips,
        expectedChips,
        temperature,
        chipTemperature,
        isMissing,
      ]),
    ).toEqual([
      [1, 76, 76, 68, 83, false],
      [2, 75, 76, 67, 82, false],
      [3, 0, 76, null, null, true],
    ])
    expect(answersIn(antminer)).toHaveLength(1)
    expect(minerReading.parse(JSON.parse(JSON.stringify(reading)))).toEqual(reading)
  })

  it('of a Whatsminer comes from answers one after the other', () => {
    const reading = readMiner(whatsminer)
    expect(answersIn(whatsminer)).toHaveLength(3)
    expect(reading).toMatchObject({
      make: 'Whatsminer',
      model: 'M30S++VH50',
      hashrate: 112.4100002 * TERA,
      nominalHashrate: 112.3 * TERA,
      fans: [5100, 5160],
      power: 3460,
      powerLimit: 3600,
      environmentTemperature: 24.5,
      errors: ['Error 530'],
    })
    expect(reading.boards.map(({ slot, chips, chipTemperature, serialNumber }) => [slot, chips, chipTemperature, serialNumber])).toEqual([
      [1, 148, 84.25, 'BPCB000'],
      [2, 148, 84.25, 'BPCB001'],
      [3, 148, 84.25, 'BPCB002'],
    ])
  })

  it('of an Avalon comes out of its one text', () => {
    const reading = readMiner(avalon)
    expect(reading).toMatchObject({
      model: 'AvalonMiner 1366',
      power: 3290,
      fans: [4275, 4282, 0, 4290],
      expectedBoards: 3,
      errors: ['Hash board 2: error 16'],
    })
    expect(reading.hashrate).toBeCloseTo(124.24107 * TERA, -6)
    expect(
      reading.boards.map(({ chips, expectedChips, temperature, chipTemperature }) => [chips, expectedChips, temperature, chipTemperature]),
    ).toEqual([
      [120, 120, 69, 77],
      [116, 120, 70, 78],
      [120, 120, 71, 77],
    ])
  })

  it('of pyasic has its units, whichever version wrote it, and keeps what nobody asks for', () => {
    const reading = readMiner(JSON.stringify(pyasic))
    expect(reading).toMatchObject({
      source: 'pyasic',
      make: 'AntMiner',
      model: 'S19 Pro',
      firmware: 'Stock 2022-09-13',
      hashrate: 109.8 * TERA,
      nominalHashrate: 110 * TERA,
      expectedFans: 4,
      efficiency: 29.7,
      pools: [{ url: 'pool.example:3333', isAlive: true, accepted: 120, rejected: 1 }],
    })
    expect(reading.boards.map(({ hashrate }) => hashrate)).toEqual([36.6 * TERA, 36.6 * TERA, 36.6 * TERA])
    expect(answersIn(JSON.stringify(pyasic))).toEqual([pyasic])

    const older = { ...pyasic, hashrate: 9.4, expected_hashrate: 9.5, sticker_hashrate: undefined, algo: 'Scrypt' }
    expect(readMiner(JSON.stringify([older]))).toMatchObject({ hashrate: 9.4e9, nominalHashrate: 9.5e9 })
  })

  it.each([
    ['nothing', '', 'empty'],
    ['no JSON', 'STATUS=S,When=1|SUMMARY,Elapsed=1|', 'not JSON'],
    ['half a file', antminer.slice(0, 400), 'ends in the middle'],
    ['an open string', '{"SUMMARY": "', 'ends in the middle'],
    ['another kind of JSON', '{"orders": [1, 2]}', 'neither'],
    ['a list', '[1, 2]', 'neither'],
    [
      'a miner that refuses',
      '{"STATUS":[{"STATUS":"E","Code":45,"Msg":"Access denied to \'stats\' command"}],"id":1}',
      'refused to answer: Access denied',
    ],
    ['sections of another form', '{"SUMMARY": {"Elapsed": "x"}}', 'SUMMARY'],
    ['wrong fields of pyasic', '{"hashboards": [{"missing": "yes"}]}', 'hashboards.0.missing'],
    ['too many answers', '{"SUMMARY":[{}]}'.repeat(21), 'too many answers'],
    ['too deep', '['.repeat(100_000), 'too deep'],
    ['too long', ' '.repeat(400_001), 'too long'],
    ['too full of lists', `{"STATS":[{"GHS 5s":1}],"x":[${'[],'.repeat(130_000)}0]}`, 'at most 20,000 names and values'],
    ['too full of nests', `{"STATS":[{"GHS 5s":1}],"x":[${`${'['.repeat(12)}${']'.repeat(12)},`.repeat(15_000)}0]}`, 'at most 20,000'],
    ['too full of values', `{"STATS":[{"GHS 5s":1}],"x":[${'0,'.repeat(190_000)}0]}`, 'at most 20,000'],
    ['too full of names', `{"STATS":[{${'"a":0,'.repeat(60_000)}"GHS 5s":1}]}`, 'at most 20,000'],
    ['too full of objects without commas', `{"STATS":[${'{}'.repeat(190_000)}]}`, 'at most 20,000'],
    ['too full of signs', `[${':'.repeat(390_000)}]`, 'at most 20,000'],
  ])('is refused for %s, with a sentence', (_, text, sentence) => {
    expect(() => readMiner(text)).toThrow(ReadingError)
    expect(() => readMiner(text)).toThrow(sentence)
  })

  it('takes no time to speak of, whatever a file holds', { timeout: 20_000 }, () => {
    const long = 390_000
    const worst = [
      `{"SUMMARY":[${'{}'.repeat(long / 2 - 10)}]}`,
      `{"STATS":[{"MM ID0":"${'A['.repeat(long / 2 - 20)}"}]}`,
      `{"STATS":[{"MM ID0":"${'x'.repeat(long)}["}]}`,
      `{"STATS":[{"GHS 5s":1,"chain_acs1":"${' '.repeat(long)}o"}]}`,
      `{"STATS":[{"GHS 5s":"${'1'.repeat(long)}"}]}`,
      `{"a":${'-'.repeat(long)}1}`,
      `[${'nan,'.repeat(long / 4 - 2)}1]`,
      `{"STATS":[{"Type":"${'antminer '.repeat(long / 10)}","GHS 5s":1}]}`,
      `{"STATS":[{"GHS 5s":1}],"x":[${'[],'.repeat(long / 3 - 20)}0]}`,
      `{"STATS":[{"GHS 5s":1}],"x":[${`${'['.repeat(12)}${']'.repeat(12)},`.repeat(long / 26 - 2)}0]}`,
    ]
    for (const text of worst) {
      const started = performance.now()
      try {
        readMiner(text)
      } catch (error) {
        expect(error).toBeInstanceOf(ReadingError)
      }
      expect(performance.now() - started).toBeLessThan(250)
    }
  })

  it('is made or refused of any JSON, and always in its own form', () => {
    const names = fc.constantFrom(
      'SUMMARY',
      'STATS',
      'DEVS',
      'POOLS',
      'VERSION',
      'hashboards',
      'hashrate',
      'fans',
      'chain',
      'chain_acn1',
      'chain_acs1',
      'MM ID0',
      'STATUS',
      'Msg',
      'GHS 5s',
      'Error Code Count',
      'status',
      'url',
    )
    const { value } = fc.letrec((tie) => ({
      value: fc.oneof(
        { maxDepth: 4 },
        fc.jsonValue({ maxDepth: 1 }),
        fc.array(tie('value'), { maxLength: 3 }),
        fc.dictionary(names, tie('value'), { maxKeys: 5 }),
      ),
    }))
    fc.assert(
      fc.property(fc.dictionary(names, value, { maxKeys: 6 }), (document) => {
        try {
          const reading = readMiner(JSON.stringify(document))
          expect(minerReading.parse(JSON.parse(JSON.stringify(reading)))).toEqual(JSON.parse(JSON.stringify(reading)))
          proposeEvaluation(reading, '110 TH/s')
        } catch (error) {
          expect(error).toBeInstanceOf(ReadingError)
        }
      }),
      { numRuns: 200 },
    )
  })
})

describe('a proposal', () => {
  it('for a machine that is well names its hashrate, boards, fans and power', () => {
    const reading = readMiner(JSON.stringify(pyasic))
    expect(proposeEvaluation(reading, '110 TH/s')).toEqual({
      checks: [
        { item: 'powers_on', result: 'ok', note: 'It answered and was hashing when it was read.' },
        { item: 'hashrate', result: 'ok', note: '109.8 TH/s of 110 TH/s: 100%.' },
        { item: 'boards', result: 'ok', note: 'All 3 boards answer, with all their chips.' },
        { item: 'fans', result: 'ok', note: '4 fans turn, at 5400, 5390, 5410, 5380 rpm.' },
        { item: 'power_supply', result: 'ok', note: 'It drew 3260 W.' },
      ],
      grade: { grade: 'excellent', reason: expect.stringContaining('100% of its name plate') as string },
      deductions: [],
    })
  })

  it('for one with faults has a reason for each', () => {
    const reading = readMiner(antminer)
    expect(proposeEvaluation(reading, '95 TH/s')).toMatchObject({
      checks: [
        { item: 'powers_on', result: 'ok' },
        { item: 'hashrate', result: 'fault', note: '63 TH/s of 95 TH/s: 66%.' },
        { item: 'boards', result: 'fault', note: 'Board 3 does not answer. Board 2 has 75 of 76 chips.' },
        { item: 'fans', result: 'ok' },
        { item: 'power_supply', result: 'ok' },
      ],
      grade: { grade: 'fair', reason: 'It reaches 66% of its name plate, and a board does not answer.' },
      deductions: [
        { label: 'Dead hashboard', explanation: 'Board 3 does not answer.' },
        { label: 'Missing chips', explanation: 'Board 2 has 75 of 76 chips.' },
      ],
    })
    expect(proposeEvaluation(readMiner(avalon), null)).toMatchObject({
      grade: { grade: 'fair' },
      deductions: [{ label: 'Missing chips' }, { label: 'Fan replacement', explanation: '1 of the fans do not turn.' }],
    })
  })

  it.each<[number[], 'ok' | 'fault', number]>([
    [[6000, 5900, 6100, 6000], 'ok', 0],
    // Outlets turn more slowly than intakes.
    [[6000, 6000, 4200, 4200], 'ok', 0],
    [[6000, 6000, 1200, 6000], 'fault', 1],
    [[6000, 1200], 'fault', 1],
    [[6000, 6000, 1200, 1200], 'fault', 2],
    [[6000, 6000, 1200, 0], 'fault', 2],
    [[5000], 'ok', 0],
  ])('of fans at %o rpm says %s', (fans, result, faulty) => {
    const reading = { ...readMiner(JSON.stringify(pyasic)), fans, expectedFans: fans.length }
    const { checks, deductions, grade } = proposeEvaluation(reading, '110 TH/s')
    const check = checks.find(({ item }) => item === 'fans')
    expect(check?.result).toBe(result)
    expect(deductions.map(({ label }) => label)).toEqual(faulty > 0 ? ['Fan replacement'] : [])
    expect(grade?.grade).toBe(faulty > 0 ? 'good' : 'excellent')
    if (fans.includes(1200) && faulty === 1)
      expect(check?.note).toContain(`1 of ${fans.length} fans turns far too slowly, at 1200 rpm beside 6000 rpm.`)
  })

  it('has no grade where nothing says what the machine should reach', () => {
    const reading = readMiner('{"SUMMARY":[{"MHS av": 5000}]}')
    expect(proposeEvaluation(reading, 'fast')).toMatchObject({ grade: null, deductions: [] })
  })
})

it('hashrates are read and written in the units of the catalogue', () => {
  expect(['110 TH/s', '9.5 GH/s', '360 MH/s', '13.5TH', '1,200 GH/s', '42 ksol/s', 'fast', '', '110'].map(hashrateOf)).toEqual([
    110e12,
    9.5e9,
    360e6,
    13.5e12,
    1.2e12,
    42e3,
    null,
    null,
    null,
  ])
  expect([110e12, 9.49e9, 1.2345e15, 0, 5].map(hashrateText)).toEqual(['110 TH/s', '9.49 GH/s', '1.23 PH/s', '0 H/s', '5 H/s'])
})
