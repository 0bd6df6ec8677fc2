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
  // Errors are class instances; zod reads their properties all the same.
  const parsed = callError.safeParse(error)
  return parsed.success ? parsed.data : undefined
}

/** Undefined if the server did not answer. */
export const serverMessage = (error: unknown): string | undefined => read(error)?.message || undefined

/** The server's message where no form shows the fields: without their names. Undefined if it did not answer. */
export function serverSentences(error: unknown): string | undefined {
  const found = read(error)
  if (!found) return undefined
  const names = Object.keys(found.data.zodError?.fieldErrors ?? {}).map((path) => `${path}: `)
  const sentences = found.message.split('; ').map((part) => part.slice(names.find((name) => part.startsWith(name))?.length ?? 0))
  return sentences.join('; ') || undefined
}

/** Somebody else saved the row since it was loaded. */
export const isConflict = (error: unknown) => read(error)?.data.code === 'CONFLICT'

/** Nothing has this id, or nothing could have it. */
export const isMissing = (error: unknown) => ['NOT_FOUND', 'BAD_REQUEST'].includes(read(error)?.data.code ?? '')

export const isForbidden = (error: unknown) => read(error)?.data.code === 'FORBIDDEN'

/** For programs ('email_not_confirmed'); undefined for other failures. */
export const serverErrorCode = (error: unknown) => read(error)?.data.errorCode

/** Undefined if waiting does not help. */
export const secondsToWait = (error: unknown) => read(error)?.data.retryAfter ?? undefined

/** The first message for each refused field; keys are dotted paths of the input. */
export function serverFieldErrors(error: unknown): [path: string, message: string][] {
  const fields = read(error)?.data.zodError?.fieldErrors ?? {}
  return Object.entries(fields).flatMap(([path, messages]) => (messages?.[0] === undefined ? [] : [[path, messages[0]]]))
}
