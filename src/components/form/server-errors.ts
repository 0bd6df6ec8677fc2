import * as z from 'zod'

/** The part of a failed call that forms read: the tRPC error's code and its flattened zod issues. */
const callError = z.object({
  message: z.string(),
  data: z.object({
    code: z.string(),
    zodError: z.object({ fieldErrors: z.record(z.string(), z.array(z.string()).optional()) }).nullish(),
    errorCode: z.string().optional(),
    retryAfter: z.number().nullish(),
  }),
})

function read(error: unknown) {
  // Errors are class instances: zod reads the two properties, whatever the prototype.
  const parsed = callError.safeParse(error)
  return parsed.success ? parsed.data : undefined
}

/** The server's own sentence about a failed call; undefined when no answer came from the server. */
export const serverMessage = (error: unknown) => read(error)?.message || undefined

/** True when the row was saved by someone else since it was loaded. */
export const isConflict = (error: unknown) => read(error)?.data.code === 'CONFLICT'

/** True when nothing has the id that was asked for, or nothing could have it. */
export const isMissing = (error: unknown) => ['NOT_FOUND', 'BAD_REQUEST'].includes(read(error)?.data.code ?? '')

/** True where the caller may not see or do it. */
export const isForbidden = (error: unknown) => read(error)?.data.code === 'FORBIDDEN'

/** The refusal's code for programs ('email_not_confirmed'); undefined for other failures. */
export const serverErrorCode = (error: unknown) => read(error)?.data.errorCode

/** Seconds until another try may succeed; undefined when the failure is no matter of waiting. */
export const secondsToWait = (error: unknown) => read(error)?.data.retryAfter ?? undefined

/** The first message for each field that the server refused; keys are dotted paths of the input. */
export function serverFieldErrors(error: unknown): [path: string, message: string][] {
  const fields = read(error)?.data.zodError?.fieldErrors ?? {}
  return Object.entries(fields).flatMap(([path, messages]) => (messages?.[0] === undefined ? [] : [[path, messages[0]]]))
}
