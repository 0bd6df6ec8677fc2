import type { MessageSide } from '~/contracts/cases/messages'
import type { CaseRef } from '~/contracts/case-ref'
import type { Prisma } from '~/generated/prisma/client'
import type { Source } from './source'

const conversations: readonly (readonly [side: MessageSide, body: string])[][] = [
  [
    ['customer', 'Hello, has my machine arrived? The parcel service says that it was delivered.'],
    ['desk', 'Yes, it is here and on the list for this week. We write as soon as it has been on the bench.'],
    ['customer', 'Thank you. Please keep its settings, the pool is set up already.'],
  ],
  [
    ['desk', 'One of the three boards does not answer. Was it repaired before?'],
    ['customer', 'Not by us. We bought it used last spring, so it may have been.'],
    ['desk', 'Thank you, that explains the solder that we found. You hear from us once we have tested it.'],
  ],
  [
    ['desk', 'The power supply was not in the parcel. Do you want to send it too, so that we can test it?'],
    ['customer', 'I have sent it today, it should be with you tomorrow.'],
  ],
  [
    ['customer', 'Could you tell me which fan it is? I would like to order a spare one.'],
    ['desk', 'It is the 6,000 rpm one with four pins. We can put one into the parcel, just say so here.'],
  ],
]

const HOUR = 3_600_000
const TOLD_AFTER = 600_000

/** All but the last message are read. @param isRead the last one too */
export function conversationFactory({ faker, now }: Source) {
  return (of: CaseRef, begun: Date, customerId: string, isRead: boolean): Prisma.CaseMessageCreateManyInput[] => {
    const conversation = faker.helpers.arrayElement(conversations)
    let at = begun.getTime() + faker.number.int({ min: 1, max: 20 }) * HOUR
    return conversation.map(([side, body], place) => {
      at = Math.min(at + faker.number.int({ min: 1, max: 8 }) * (HOUR / 4), now.getTime() - (conversation.length - place) * 1000)
      const createdAt = new Date(at)
      const told = new Date(at + TOLD_AFTER)
      const readAt = isRead || place < conversation.length - 1 ? told : null
      return { id: faker.string.uuid(), caseId: of.id, customerId, side, body, createdAt, readAt, notifiedAt: told }
    })
  }
}
