// @module-tag full
import { rmSync } from 'node:fs'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openPostgresTestDatabase } from '../setup/database'
import { bundleProgram, runUntilKilled } from '../setup/killed-program'
import { openTestShop } from '../setup/shop'

const ROUNDS = 12
const LONGEST_ROUND_MS = 80

let merger: string
beforeAll(async () => {
  merger = await bundleProgram('merger')
})
afterAll(() => {
  rmSync(merger, { force: true })
})

it('a kill in the middle of a merge leaves it done, with its whole history, or not begun', { timeout: 300_000 }, async () => {
  const db = await openPostgresTestDatabase()
  const shop = await openTestShop({ db })
  const { prisma } = db
  const desk = (await shop.signIn('admin')).caller
  const { userId } = await shop.signIn('customer')
  const open = async (serialNumber: string) => {
    const deviceInfo = { manufacturer: 'Bitmain', model: 'Antminer S19', serialNumber }
    const repair = await desk.repairs.create({ customer: { userId }, deviceInfo, problemDescription: 'No hash rate' })
    return (await desk.units.open({ noun: 'repairs', id: repair.id })).id
  }
  const [keep, merge] = [await open('SN1'), await open('SN2')]
  // The moment of the kill is what is tested: a fixed sequence of them, so that a failure can be repeated.
  let state = 42
  const random = () => (state = (state * 16_807) % 2_147_483_647) / 2_147_483_647

  for (let round = 0; round < ROUNDS; round += 1) {
    const answered = await runUntilKilled(merger, [db.url, keep, merge], random() * LONGEST_ROUND_MS)
    // The server ends what the dead one had begun before the rows can be locked.
    await prisma.$transaction((tx) => tx.$queryRaw`SELECT 1 FROM units FOR UPDATE`)
    const { mergedInto } = await prisma.unit.findUniqueOrThrow({ where: { id: merge }, select: { mergedInto: true } })
    const count = async (action: string, subjectId: string) => prisma.auditEntry.count({ where: { action, subjectId } })
    const merges = await count('unit.merged', merge)
    expect(merges).toBeGreaterThanOrEqual(answered)
    expect(await count('unit.merged_with', keep)).toBe(merges)
    expect(await count('unit.unmerged_from', keep)).toBe(await count('unit.unmerged', merge))
    expect(merges - (await count('unit.unmerged', merge))).toBe(mergedInto === null ? 0 : 1)
    const owners = await prisma.unitOwnership.findMany({ where: { endedAt: null }, select: { unitId: true, userId: true } })
    expect(owners.map((each) => each.unitId).toSorted()).toEqual([keep, merge].toSorted())
    if (mergedInto !== null) await desk.units.unmerge({ id: merge })
  }
  await shop.close()
})
