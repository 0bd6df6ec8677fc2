import type * as z from 'zod'
import { isConflict, serverFieldErrors } from '~/components/form/server-errors'
import { requestRepairInput, requestTradeInsInput, type RequestOutcome } from '~/contracts/cases/requests'
import { isRefusal } from '~/trpc/use-submission'
import { vanillaClient } from '~/trpc/vanilla-client'

/** Why a request was not taken. */
interface Refusal {
  /** A sentence for each field, by its dotted path. */
  fields: Record<string, string>
  isConflict: boolean
  /** The server's own sentence; null for any other failure, after which the request may have been taken. */
  message: string | null
}

const refusalOf = (error: unknown): Refusal => ({
  fields: Object.fromEntries(serverFieldErrors(error)),
  isConflict: isConflict(error),
  message: error instanceof Error && isRefusal(error) ? error.message : null,
})

/** Checks a request's input and sends it. */
export interface Sending<Input> {
  input: z.ZodType<Input>
  send: (input: Input) => Promise<RequestOutcome>
  refusalOf: (error: unknown) => Refusal
}

export const tradeInSending: Sending<z.output<typeof requestTradeInsInput>> = {
  input: requestTradeInsInput,
  send: (input) => vanillaClient.tradeIns.request.mutate(input),
  refusalOf,
}

export const repairSending: Sending<z.output<typeof requestRepairInput>> = {
  input: requestRepairInput,
  send: (input) => vanillaClient.repairs.request.mutate(input),
  refusalOf,
}
