import { usualSteps } from '~/contracts/stock/refurbishing'
import type { Prisma } from '~/generated/prisma/client'
import type { Source } from './source'
import type { UnitRow } from './unit'

const HOUR_MS = 60 * 60 * 1000
const WAITED_MS = 24 * HOUR_MS

/** @param done number of finished steps; all of them include the tests */
export function refurbishmentFactory({ faker, now }: Source) {
  return (unit: UnitRow, done: number = usualSteps.length) => {
    const id = faker.string.uuid()
    const startedAt = unit.createdAt
    const after = (hours: number) => new Date(Math.min(now.getTime(), startedAt.getTime() + WAITED_MS + hours * HOUR_MS))
    const isDone = done >= usualSteps.length
    const refurbishment: Prisma.RefurbishmentCreateManyInput = {
      ...{ id, unitId: unit.id, caseId: unit.ownerCaseId ?? null, startedAt },
      ...(isDone && {
        loadTestFrom: after(4),
        loadTestUntil: after(6),
        safetyTestedOn: new Date(`${after(7).toISOString().slice(0, 10)}T00:00:00Z`),
        safetyPassed: true,
        safetyReference: `PAT-${faker.number.int({ min: 1000, max: 9999 })}`,
        finishedAt: after(8),
      }),
    }
    const steps: Prisma.RefurbishmentStepCreateManyInput[] = usualSteps.map((label, position) => ({
      ...{ refurbishmentId: id, position, label },
      doneAt: position < done ? after(position) : null,
    }))
    return { refurbishment, steps }
  }
}
