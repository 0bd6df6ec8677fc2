import { constants } from 'node:fs'
import { open, readdir } from 'node:fs/promises'
import path from 'node:path'
import { TRPCError } from '@trpc/server'
import PostalMime, { type Email as ParsedEmail } from 'postal-mime'
import type * as z from 'zod'
import {
  EMAIL_FILES_SHOWN,
  emailFileName,
  type EmailFile,
  type EmailFileContent,
  type emailFileInput,
} from '~/contracts/office/email-files'
import type { SignedInCall } from '~/server/call'
import { unlimitedOnly } from '~/server/identity/auth/scopes'

type ReaderCall = SignedInCall<'mailFolder'>

const HEAD_BYTES = 16 * 1024
/** Bytes of an email with its document; larger ones are not opened. */
const MAX_BYTES = 5 * 1024 * 1024

/** Emails carry links that open accounts and change passwords, so limited administrators may not read them. */
function folderFor({ mailFolder, viewer }: ReaderCall): string {
  if (mailFolder === null) throw new TRPCError({ code: 'NOT_FOUND', message: 'This shop keeps no emails as files.' })
  if (viewer.scopes !== null) throw unlimitedOnly('read emails')
  return mailFolder
}

const codeOf = (error: unknown) => (error instanceof Error && 'code' in error ? error.code : undefined)

/** Null if it is gone, or no plain file. @param most bytes */
async function readStart(file: string, most: number): Promise<{ bytes: Buffer; size: number } | null> {
  const handle = await open(file, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK).catch((error: unknown) => {
    if (codeOf(error) === 'ENOENT' || codeOf(error) === 'ELOOP') return null
    throw error
  })
  if (!handle) return null
  try {
    const stat = await handle.stat()
    if (!stat.isFile()) return null
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(Math.min(most, stat.size)), 0, null, 0)
    return { bytes: buffer.subarray(0, bytesRead), size: stat.size }
  } finally {
    await handle.close()
  }
}

const timeOf = (name: string) => new Date(name.replace(/T(\d\d)-(\d\d)-(\d\d\.\d{3}Z).*$/, 'T$1:$2:$3'))

const rowOf = (id: string, { to, subject = '' }: ParsedEmail): EmailFile => ({
  id,
  at: timeOf(id),
  to: to?.map(({ address }) => address ?? '').join(', ') ?? '',
  subject,
})

/** Newest first. @throws NOT_FOUND if emails are not files; FORBIDDEN for limited access */
export async function listEmailFiles(call: ReaderCall): Promise<EmailFile[]> {
  const folder = folderFor(call)
  const names = await readdir(folder).catch((error: unknown) => {
    if (codeOf(error) === 'ENOENT') return []
    throw error
  })
  const ids = names
    .filter((name) => name.endsWith('.eml'))
    .map((name) => name.slice(0, -'.eml'.length))
    .filter((name) => emailFileName.safeParse(name).success)
    .sort()
    .slice(-EMAIL_FILES_SHOWN)
    .reverse()
  const rows = await Promise.all(
    ids.map(async (id) => {
      const start = await readStart(path.join(folder, `${id}.eml`), HEAD_BYTES)
      return start && rowOf(id, await PostalMime.parse(headOf(start.bytes)))
    }),
  )
  return rows.filter((row) => row !== null)
}

/** The rest may end in the middle of a part. */
function headOf(bytes: Buffer): Buffer {
  const end = bytes.indexOf('\r\n\r\n')
  return end < 0 ? bytes : bytes.subarray(0, end + 4)
}

/** @throws NOT_FOUND if it is missing or larger than 5 MB; FORBIDDEN for limited access */
export async function readEmailFile(call: ReaderCall, { id }: z.output<typeof emailFileInput>): Promise<EmailFileContent> {
  const start = await readStart(path.join(folderFor(call), `${id}.eml`), MAX_BYTES)
  if (!start) throw new TRPCError({ code: 'NOT_FOUND', message: 'This email is no longer there.' })
  if (start.size > MAX_BYTES) throw new TRPCError({ code: 'NOT_FOUND', message: 'This email is too large to be shown.' })
  const email = await PostalMime.parse(start.bytes)
  return {
    ...rowOf(id, email),
    from: email.from?.address ?? '',
    text: email.text ?? '',
    html: email.html ?? null,
    attachments: email.attachments.map(({ filename }) => filename ?? 'File'),
  }
}
