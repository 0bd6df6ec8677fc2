import * as z from 'zod'
import { sendFile } from '~/lib/send-file'
import { newKey } from '~/trpc/use-submission'

/** What the addresses that take pictures answer: a customer's an id, the desk's a file. */
const answer = z.union([z.object({ id: z.string() }), z.object({ file: z.object({ id: z.string() }) }).transform(({ file }) => file)])

/** Keys of pictures: one that is sent again is stored once. */
const keys = new WeakMap<File, string>()

/**
 * Sends a picture to a case.
 * @returns its id
 * @throws {UploadError}
 */
export async function uploadPicture(address: string, file: File): Promise<string> {
  const idempotencyKey = keys.get(file) ?? newKey()
  keys.set(file, idempotencyKey)
  const query = new URLSearchParams({ name: file.name, idempotencyKey })
  const { id } = answer.parse(
    await sendFile(`${address}${address.includes('?') ? '&' : '?'}${query.toString()}`, file, {
      type: 'application/octet-stream',
      signal: new AbortController().signal,
      onProgress: () => undefined,
    }),
  )
  return id
}
