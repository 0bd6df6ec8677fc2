import { RETURN_PAID_BY_US } from '~/contracts/cases/taking-back'
import type { CustomerAnswer } from '~/contracts/cases/tracking'

/** Sentences of the page before and after an answer. */

interface AnswerMessages {
  accept: string
  others: { answer: Exclude<CustomerAnswer, 'accept'>; label: string }[]
  send: Record<Exclude<CustomerAnswer, 'accept'>, string>
  done: Record<CustomerAnswer, string>
  /** The consequence of no answer. */
  afterwards: string
}

export const answerMessages: Record<'estimate' | 'offer', AnswerMessages> = {
  estimate: {
    accept: 'Accept the estimate',
    others: [{ answer: 'decline', label: 'Decline' }],
    send: { decline: 'Decline the estimate', dispute: '' },
    done: {
      accept: 'Thank you. You have accepted the estimate. We have sent you a receipt.',
      decline: `You have declined the estimate. We do not begin, and send your machine back. ${RETURN_PAID_BY_US}`,
      dispute: '',
    },
    afterwards: 'the estimate ends, we do not begin, and it costs you nothing.',
  },
  offer: {
    accept: 'Accept the offer',
    others: [
      { answer: 'dispute', label: 'I disagree' },
      { answer: 'decline', label: 'Have it sent back' },
    ],
    send: { decline: 'Decline and have it sent back', dispute: 'Send what you disagree with' },
    done: {
      accept: 'Thank you. You have accepted the offer, and your store credit follows. We have sent you a receipt.',
      decline: `You have declined the offer. We send your machine back. ${RETURN_PAID_BY_US}`,
      dispute: 'Thank you. We will look at the machine again and write to you.',
    },
    afterwards: 'the offer ends, and your machine stays with us until we hear from you.',
  },
}

/** Declining further work does not end the work accepted before. */
const ofFurtherWork: Pick<AnswerMessages, 'done' | 'afterwards'> = {
  done: {
    accept: 'Thank you. You have accepted the estimate, and we do this work too. We have sent you a receipt.',
    decline: 'You have declined the estimate. We do what you have accepted before, and nothing beyond it.',
    dispute: '',
  },
  afterwards: 'the estimate ends, and we do what you have accepted before, and nothing beyond it.',
}

export const messagesOf = (kind: 'estimate' | 'offer', isFurther: boolean): AnswerMessages => ({
  ...answerMessages[kind],
  ...(kind === 'estimate' && isFurther && ofFurtherWork),
})
