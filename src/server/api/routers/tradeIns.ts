import { createTradeInInput, updateTradeInInput } from '~/contracts/cases/trade-in-inputs'
import { requestTradeInsInput } from '~/contracts/cases/requests'
import { tradeInInputs } from '~/contracts/cases/trade-ins'
import { tradeIns } from '~/server/cases/kinds/trade-in-kind'
import { createTRPCRouter } from '~/server/api/trpc'
import { caseProcedures } from '../procedures/case-procedures'
import { evaluationProcedures } from '../procedures/evaluation-procedures'

const inputs = {
  countEmails: tradeInInputs.countEmails,
  create: createTradeInInput,
  request: requestTradeInsInput,
  update: updateTradeInInput,
}

export const tradeInsRouter = createTRPCRouter({
  ...caseProcedures(tradeIns, tradeInInputs, inputs, {
    create: {
      about: 'Opens a trade-in, for a customer who is known or invited by it, with the value that the catalogue gives now.',
      errors: {
        NOT_FOUND: 'an unknown customer or machine',
        BAD_REQUEST: 'somebody who is no administrator',
        CONFLICT: 'an `idempotencyKey` that was sent with another input',
      },
    },
    request: {
      about:
        'Asks for the trade-in of up to 200 machines, each with a number of its own; their values of this moment are kept for `QUOTE_DAYS`. A visitor gets the numbers once the link of an email was followed.',
      errors: {
        BAD_REQUEST:
          'a machine that the catalogue does not offer or no longer offers, a visitor without name and address, or a file that is no longer there',
        FORBIDDEN: '`ONLINE_REQUESTS` is `false`',
        CONFLICT: 'a `draft` that was sent already, or an `idempotencyKey` that was sent with another input',
        TOO_MANY_REQUESTS: 'too many requests of one network, or emails to one address',
      },
    },
    update: {
      about: 'Changes what is written of a trade-in; what is left out stays as it is.',
      errors: {
        NOT_FOUND: 'an unknown trade-in or customer',
        BAD_REQUEST: 'somebody who is no administrator, or a final value above `OFFER_LIMIT`, which an approved offer sets',
        CONFLICT:
          'a stale `version`, another customer of a case that was billed or paid, or a final value that the customer has not accepted, without `confirmsValue`',
      },
    },
    byNumber: { about: 'One trade-in by its number, with its customer and the machine as it was quoted.' },
  }),
  ...evaluationProcedures,
})
