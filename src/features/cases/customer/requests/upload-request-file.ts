import * as z from 'zod'
import type { CaseNoun } from '~/contracts/case-ref'
import type { RequestFileKind } from '~/contracts/cases/request-limits'
import { addedFile } from './stored-request'

const answerShape = z.object({ message: z.string().optional(), file: addedFile.omit({ machine: true }).optional() }).catch({})

/** Sends a file that belongs to a draft. @returns the file as it was taken, or a sentence that says why it was not */
export async function uploadFile(to: { noun: CaseNoun; draft: string; kind: RequestFileKind }, file: File) {
  const query = new URLSearchParams({ ...to, name: file.name.slice(0, 200) })
  const answer = await fetch(`/api/request-files?${query.toString()}`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/octet-stream' },
    body: file,
  }).catch(() => null)
  return answerShape.parse(await answer?.json().catch(() => null))
}
