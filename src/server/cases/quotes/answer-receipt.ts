import type { CaseNoun, CaseRef, QuoteAnswer } from '~/contracts/cases/cases'
import { RETURN_PAID_BY_US, TAKE_BACK_MINUTES } from '~/contracts/cases/taking-back'
import { records } from '~/contracts/records'
import { caseRecipient, queueCaseEmail } from '~/server/cases/emails'
import { toAmount } from '~/server/platform/database/column-values'
import type { Services } from '~/server/services'
import type { QuoteKind, Tx } from './quote-kind'
import { quotedCase } from './read'

/** Receipts of customers' answers: whoever has a link may have answered, and the case's customer is to know. */

type Said = QuoteAnswer | 'taken back'

const canTakeBack = `If you did not mean this, you can take it back for ${TAKE_BACK_MINUTES} minutes on the page below, unless we have begun by then.`
const goesBack = `We send your machine back to you. ${RETURN_PAID_BY_US}`

/** The consequences of an answer. */
const follows: Record<CaseNoun, Record<Said, string>> = {
  repairs: {
    accepted: `We do this work next. You pay for it when it is done. ${canTakeBack}`,
    declined:
      'We do not do this work, and it costs you nothing. What you have accepted before stays agreed; if that is nothing, your machine goes back to you.',
    disputed: '',
    'taken back': 'The estimate is open again: nothing of it is agreed. Store credit that was held for it can be spent again.',
  },
  tradeIns: {
    accepted: `Next we complete the trade-in, and your store credit follows. ${canTakeBack}`,
    declined: goesBack,
    disputed: 'We look at your machine again, and write to you with what we find.',
    'taken back': 'The offer is open again: nothing of it is agreed, and no store credit follows before you accept it.',
  },
}

const verbs: Record<Said, string> = {
  accepted: 'You have accepted',
  declined: 'You have declined',
  disputed: 'You disagree with',
  'taken back': 'You have taken back that you accept',
}

/** Posts the receipt of an answer, in its transaction. Nothing goes out where the case has no customer with an address. */
export async function answerReceipt(
  tx: Tx,
  services: Pick<Services, 'outbox' | 'siteUrl'>,
  { noun, word, amount }: QuoteKind,
  { ref, number, said }: { ref: CaseRef; number: number; said: Said },
): Promise<void> {
  const recipient = await caseRecipient(tx, ref)
  if (!recipient) return
  const { total } = await tx.caseQuote.findUniqueOrThrow({ where: { caseId_number: { caseId: ref.id, number } }, select: { total: true } })
  const { number: caseNumber, device } = await quotedCase(tx, ref)
  const [quote, of] = [`${word} ${number}`, `${records[noun].one} ${caseNumber}`]
  await queueCaseEmail(tx, services, {
    of: ref,
    kind: 'answer',
    ...recipient,
    subject: `${verbs[said]} ${quote} for ${of}`,
    body: [
      `${verbs[said]} ${quote} for your ${device} (${of}): ${amount(toAmount(total))}.`,
      follows[noun][said],
      'If this was not you, please tell us at once: anybody who has a link to this page can answer in your place.',
    ].join('\n\n'),
    authorId: null,
  })
}
