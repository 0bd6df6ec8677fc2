import { TRPCError } from '@trpc/server'
import type { AnswersTogether } from '~/contracts/cases/tracking'
import { caseText } from '~/server/cases/base/case-words'
import type { CustomerCase } from '~/server/cases/base/customer-case'
import { companyValues } from '~/server/cases/case-email-templates'
import { answersFollow, answersGiven } from '~/server/cases/quote-email-templates'
import { caseRecipient, queueCaseEmail } from '~/server/cases/base/case-emails'
import { toAmount } from '~/server/platform/database/column-values'
import { fieldError } from '~/server/platform/errors'
import { readSettings } from '~/server/site/settings/read-settings'
import { answerWithin, type AnsweringCall } from './answer-quote'
import { answerReceipt } from './answer-receipt'
import type { Tx } from './quote-kind'
import { quoteKinds } from './quote-kinds'
import { quotedCase } from '../base/read-quotes'

type Named = AnswersTogether[number] & { theirs: CustomerCase }
type Written = NonNullable<Awaited<ReturnType<typeof answerWithin>>>

async function lineOf(tx: Tx, { ref, number, said }: Written): Promise<{ caseNumber: string; line: string }> {
  const { number: caseNumber, device } = await quotedCase(tx, ref)
  const { total } = await tx.caseQuote.findUniqueOrThrow({ where: { caseId_number: { caseId: ref.id, number } }, select: { total: true } })
  return { caseNumber, line: `${caseNumber.slice(0, 100)}, ${device}: ${said}, ${quoteKinds[ref.noun].amount(toAmount(total))}` }
}

async function oneReceipt(tx: Tx, call: AnsweringCall, written: readonly [Written, ...Written[]]): Promise<void> {
  const [{ ref }] = written
  const recipient = await caseRecipient(tx, call, ref)
  if (!recipient) return
  const lines: Awaited<ReturnType<typeof lineOf>>[] = []
  for (const each of written) lines.push(await lineOf(tx, each))
  const byNumber = lines.toSorted((one, other) => one.caseNumber.localeCompare(other.caseNumber, 'en', { numeric: true }))
  const answers = byNumber.map(({ line }) => line)
  const { number, device } = await quotedCase(tx, ref)
  const follows = answersFollow.filter(({ after }) => written.some(({ said }) => said === after)).map(({ sentence }) => sentence)
  const values = {
    ...companyValues(await readSettings(tx)),
    number: number.slice(0, 100),
    device,
    answers: answers.join('\n'),
    follows: follows.join(' '),
  }
  await queueCaseEmail(tx, call, { of: ref, kind: 'answer', ...recipient, ...caseText(call.outbox, answersGiven, values), authorId: null })
}

const rethrown = (error: unknown): never => {
  throw error
}

const refusedOf = (number: string) => (error: unknown) => {
  if (!(error instanceof TRPCError) || error.code !== 'CONFLICT') return rethrown(error)
  throw new TRPCError({
    code: 'CONFLICT',
    message: `${number.slice(0, 100)}: ${error.message} None of your answers was sent.`,
    cause: error.cause,
  })
}

/**
 * All answers or none, with one receipt; repeats are ignored. @throws BAD_REQUEST for cases that are no trade-ins; else as `answerQuote`
 */
export function answerTogether(call: AnsweringCall, named: readonly Named[]): Promise<void> {
  if (named.some(({ theirs }) => theirs.ref.noun !== 'tradeIns')) {
    throw fieldError('validation_failed', 'answers', 'Only offers are answered together')
  }
  // By id, so that two calls wait for each other.
  const ordered = named.toSorted((one, other) => one.theirs.ref.id.localeCompare(other.theirs.ref.id))
  return call.db.prisma.$transaction(async (tx) => {
    const written: Written[] = []
    for (const { theirs, number, answer, quote } of ordered) {
      const done = await answerWithin(tx, call, theirs, { answer, quote, message: null }).catch(
        named.length > 1 ? refusedOf(number) : rethrown,
      )
      if (done) written.push(done)
    }
    const [first, ...rest] = written
    if (!first) return
    if (rest.length === 0) await answerReceipt(tx, call, quoteKinds.tradeIns, first)
    else await oneReceipt(tx, call, [first, ...rest])
  })
}
