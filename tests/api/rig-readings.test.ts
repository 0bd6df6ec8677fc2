import { afterAll, beforeAll, expect, it } from 'vitest'
import { openTestShop, TEST_NOW, type TestShop } from '../setup/shop'
import { readingFile } from '../setup/readings'

/** Readings of rigs: a child process parses their XML, and each card has a record as hashboards have. */

let shop: TestShop
let desk: Awaited<ReturnType<TestShop['signIn']>>['caller']

beforeAll(async () => {
  // Readings are compared in the order in which they came.
  let seconds = 0
  shop = await openTestShop({ now: () => new Date(TEST_NOW.getTime() + 1000 * seconds++) })
  desk = (await shop.signIn('admin')).caller
})
afterAll(() => shop.close())

const older = readingFile('cards/01-nvidia-smi-older.xml')
const newer = readingFile('cards/02-nvidia-smi-newer.xml')

let next = 0
const rig = () =>
  desk.units.create({ manufacturer: 'Own make', model: 'Rig', owner: 'company', cost: 100, serialNumber: `RIG-${++next}-KX` })
const read = (id: string, text: string, phase: 'before' | 'after' = 'before') => desk.units.addReading({ id, phase, text })

it('a card is recorded by its UUID, is the same when it is read again, and is known in another rig', async () => {
  const [one, two] = [await rig(), await rig()]
  expect((await read(one.id, older)).notices).toBeUndefined()
  await read(one.id, older, 'after')
  const { cards = [], boards, after } = await desk.units.boards({ id: one.id })
  expect([boards, after?.reading?.boards]).toEqual([[], []])
  expect(cards.map((card) => [card.before.found?.verdict, card.after.found?.verdict, card.after.found?.serialNumber])).toEqual([
    ['first_seen', 'same', 'GPU-00000000-0000-0000-0000-000000000001'],
  ])
  expect(cards[0]?.after.measured).toMatchObject({ model: 'NVIDIA GeForce RTX 3090', vbios: '94.02.00.00.01' })

  const { unitNumber } = await shop.db.prisma.unit.findUniqueOrThrow({ where: { id: one.id } })
  expect((await read(two.id, older)).notices).toEqual([`Card 1 was read in ${unitNumber} before.`])

  const other = await read(one.id, newer, 'after')
  expect(other.notices?.[0]).toContain('Card 1')
  const { foreign } = await desk.units.boards({ id: one.id })
  expect(foreign).toMatchObject([{ kind: 'card', slot: 0, answer: null }])
  await desk.units.answerBoard({ id: foreign[0]?.id ?? '', answer: 'swapped before us' })
  await read(one.id, newer, 'after')
  expect((await desk.units.boards({ id: one.id })).cards?.[0]?.after.found?.verdict).toBe('same')
})

it('XML of anything else, and a part of one, is refused for its field and stores nothing', async () => {
  const { id } = await rig()
  for (const [text, sentence] of [
    ['<html><body>not found</body></html>', 'not what nvidia-smi writes'],
    [older.slice(0, 700), 'may be cut off'],
    [`<a>${'<b/>'.repeat(30_000)}</a>`, 'cannot be read'],
    ['<!DOCTYPE a [<!ENTITY b "bbbbbbbbbb"><!ENTITY c "&b;&b;&b;">]><a>&c;</a>', 'cannot be read'],
  ] as const) {
    await expect(read(id, text)).rejects.toMatchObject({ code: 'BAD_REQUEST', message: expect.stringContaining(sentence) as string })
  }
  expect(await shop.db.prisma.caseReading.count({ where: { unitId: id } })).toBe(0)
})

it('a shop has reasons for what a reading proposes of cards', async () => {
  const reasons = await desk.tradeIns.deductionReasons()
  expect(reasons.map(({ label }) => label)).toEqual(
    expect.arrayContaining(['Dead graphics card', 'Faulty graphics memory', 'Fan of a graphics card']),
  )
})
