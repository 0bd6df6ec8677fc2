import type { CaseRef } from '~/contracts/case-ref'
import type { Prisma } from '~/generated/prisma/client'
import type { Source } from './source'

const remarks = [
  'Customer called: wants it back with the settings that it came with.',
  'Dusty inside; blown out before anything was measured.',
  'Pool settings noted on the job sheet, to be put back at the end.',
  'Packed in its original box, which goes back with it.',
  'Runs on the bench since this morning, no errors so far.',
  'Part ordered, should be here within two days.',
]

const HOUR = 3_600_000

export function noteFactory({ faker, now }: Source) {
  return (of: CaseRef, begun: Date, overrides: Partial<Prisma.CaseNoteCreateManyInput> = {}): Prisma.CaseNoteCreateManyInput => {
    const id = faker.string.uuid()
    const body = faker.helpers.arrayElement(remarks)
    const later = begun.getTime() + faker.number.int({ min: 1, max: 30 }) * HOUR
    return { id, caseId: of.id, body, createdAt: new Date(Math.min(later, now.getTime())), ...overrides }
  }
}
