import { expect, it } from 'vitest'
import { ReadingError } from '~/contracts/stock/miners/json'
import { proposeEvaluation, readMiner } from '~/contracts/stock/miners/reading'
import type { MinerReading } from '~/contracts/stock/miners/shape'
import { readingCases, readingFile } from '../setup/readings'

type Case = (typeof readingCases)[number]

function readOrRefusal(text: string): MinerReading | ReadingError {
  try {
    return readMiner(text)
  } catch (error) {
    if (error instanceof ReadingError) return error
    throw error
  }
}

/** Expectations that `judge` checks one by one; all others are fields of the reading. */
const JUDGED = new Set([
  ...['refused', 'eitherRefused', 'source', 'boards', 'deductions', 'noDeductionLabel', 'noGrade', 'grade', 'gradeNot', 'fansOk'],
  ...['hashrateCheck', 'hashrateNot', 'boardsNot', 'powerSupply', 'errorsHave'],
])

const near = (value: unknown): unknown =>
  typeof value === 'number'
    ? Number(value.toPrecision(12))
    : Array.isArray(value)
      ? value.map(near)
      : typeof value === 'object' && value !== null
        ? Object.fromEntries(Object.entries(value).map(([name, each]) => [name, near(each)]))
        : value

function judge(reading: MinerReading, { plate, expect: wanted }: Case) {
  const { checks, grade, deductions } = proposeEvaluation(reading, plate)
  const resultOf = (item: string) => checks.find((check) => check.item === item)?.result ?? null
  const own = Object.fromEntries(Object.entries(wanted).filter(([name]) => !JUDGED.has(name)))
  expect(near(reading)).toMatchObject(near(own) as object)
  if (wanted.boards) {
    expect(reading.boards).toHaveLength(wanted.boards.length)
    expect(near(reading.boards)).toMatchObject(near(wanted.boards) as object[])
  }
  if (wanted.source) expect(reading.source).not.toBe('pyasic')
  if (wanted.deductions) expect(deductions.map(({ label, explanation }) => `${label}|${explanation}`)).toEqual(wanted.deductions)
  if (wanted.noDeductionLabel) expect(deductions.map(({ label }) => label)).not.toContain(wanted.noDeductionLabel)
  if (wanted.noGrade) expect(grade).toBeNull()
  if (wanted.grade) expect(grade?.grade).toBe(wanted.grade)
  for (const not of wanted.gradeNot ?? []) expect(grade?.grade).not.toBe(not)
  if (wanted.fansOk) expect(resultOf('fans')).not.toBe('fault')
  if (wanted.hashrateCheck !== undefined) expect(resultOf('hashrate')).toBe(wanted.hashrateCheck)
  if (wanted.hashrateNot) expect(resultOf('hashrate')).not.toBe(wanted.hashrateNot)
  if (wanted.boardsNot) expect(resultOf('boards')).not.toBe(wanted.boardsNot)
  if (wanted.powerSupply) expect(resultOf('power_supply')).toBe(wanted.powerSupply)
  for (const code of wanted.errorsHave ?? []) expect(reading.errors.join(' ')).toContain(code)
}

it.each(readingCases.map((each) => [each.name, each] as const))(
  'a file of the kind %s is read right, or refused with a reason',
  (name, each) => {
    const read = readOrRefusal(readingFile(`${name}.json`))
    if (read instanceof ReadingError) {
      expect(each.expect.refused ?? each.expect.eitherRefused, read.message).toBe(true)
      expect(read.message).toMatch(/^[A-Z].{20,}[.)]$/)
      return
    }
    expect(each.expect.refused).toBeUndefined()
    judge(read, each)
  },
)

it('each figure carries where it was read', () => {
  expect(readMiner(readingFile('25-luxos-serial-numbers.json')).origins).toMatchObject({
    serialNumber: 'CONFIG SerialNumber',
    hashrate: 'SUMMARY GHS 5s',
    nominalHashrate: 'CONFIG NameplateTHS',
    'boards.serialNumber': 'DEVS SerialNumber',
    'boards.hashrate': 'DEVS MHS 1m',
  })
})

it.each([
  ['Python’s quotes', `{'SUMMARY': [{'MHS av': 1}]}`, 'Python’s quotes'],
  ['Python’s None', '{"hashboards": [], "make": None}', 'Python’s quotes'],
  ['two machines of pyasic', JSON.stringify([1, 2].map((n) => ({ hashboards: [], make: `M${n}` }))), 'of 2 machines'],
  ['XMRig', '{"ua": "XMRig", "hashrate": {"total": [1]}, "results": {}}', 'no graphics card'],
  ['Claymore', '{"id": 0, "result": ["PM 5.1c - ETH", "0", "1;2;3", "x"]}', 'no names in it'],
  ['ccminer', 'NAME=t-rex;VER=0.9.2;API=3.1;ALGO=x16r;GPUS=1;KHS=5798.28|', 'graphics cards'],
  ['asic-rs', '{"schema_version": "1", "hashboards": [], "x": 1}', 'asic-rs'],
  [
    'a Whatsminer that refuses',
    '{"code": -1, "when": 1, "desc": "get.miner.status", "msg": "no permission"}',
    'refused to answer: no permission',
  ],
])('%s are refused by name, with advice', (_, text, sentence) => {
  expect(() => readMiner(text)).toThrow(ReadingError)
  expect(() => readMiner(text)).toThrow(sentence)
})

const hashing = (fields: Partial<MinerReading> = {}): MinerReading => ({
  ...readMiner(readingFile('28-power-by-chain.json')),
  uptime: 90_000,
  ...fields,
})

it('power below the plate’s, and a mode that lowers it, give no grade and say so', () => {
  const limited = hashing({ powerLimit: 900 })
  expect(proposeEvaluation(limited, '13.5 TH/s', { power: '1350W' })).toMatchObject({
    grade: null,
    notes: ['Its power is set to 900 W, below the 1350 W of its plate. Set it to normal and read it again.'],
  })
  expect(proposeEvaluation(limited, '13.5 TH/s').grade?.grade).toBe('good')
  expect(proposeEvaluation(hashing({ lowered: 'Power mode Low' }), '13.5 TH/s')).toMatchObject({ grade: null })
})

it('a machine of another maker than the case’s is pointed out, under each name of a maker', () => {
  const other = proposeEvaluation(hashing(), '100 TH/s', { manufacturer: 'MicroBT', model: 'Whatsminer M30S' })
  expect(other.notes?.[0]).toMatch(/^This is a reading of another maker’s machine: Antminer S9/)
  expect(other).toMatchObject({ grade: null })
  expect(proposeEvaluation(hashing(), '13.5 TH/s', { manufacturer: 'Bitmain', model: 'S9' }).notes).toBeUndefined()
})

it('a rate above 1.2 times the plate is doubted, and one below is not', () => {
  expect(proposeEvaluation(hashing(), '10.6 TH/s').grade).toBeNull()
  expect(proposeEvaluation(hashing(), '10.7 TH/s').grade?.grade).toBe('excellent')
})

it('a board said to be missing beside nearly the whole rate is named, and not deducted', () => {
  const boards = hashing().boards.map((board, place) => (place === 1 ? { ...board, isMissing: true, chips: 0, hashrate: 0 } : board))
  expect(proposeEvaluation(hashing({ boards }), '13.5 TH/s')).toMatchObject({ deductions: [], grade: null })
  expect(proposeEvaluation(hashing({ boards, hashrate: 8.5e12 }), '13.5 TH/s').deductions).toEqual([
    { label: 'Dead hashboard', explanation: 'Board 7 does not answer.' },
  ])
})
