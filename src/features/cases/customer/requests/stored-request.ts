import * as z from 'zod'
import type { CaseNoun } from '~/contracts/case-ref'
import { requestFileKinds } from '~/contracts/cases/request-limits'
import { readStored } from './request-storage'

/** Reads what was stored of a request. Loaded where something is: most forms begin empty, and need no schema before they are sent. */

export const addedFile = z.object({
  id: z.string(),
  kind: z.enum(requestFileKinds),
  name: z.string(),
  bytes: z.number(),
  machine: z.number(),
})
export type AddedFile = z.output<typeof addedFile>

/** The customer's part of every request. */
export const customerValues = {
  fullName: z.string().catch(''),
  email: z.string().catch(''),
  phone: z.string().catch(''),
  returnAddress: z.string().catch(''),
  website: z.string().catch(''),
}

export interface StoredRequest<Values> {
  /** The secret by which files are added before it is sent. */
  draft: string
  /** Of one try to send it. */
  key: string
  /** The query of the page's address that has chosen from it last. */
  chosenBy: string
  values: Values
  files: AddedFile[]
}

/** The request as it was left; null for what is none. */
export function readStoredRequest<Values>(noun: CaseNoun, values: z.ZodType<Values>): StoredRequest<Values> | null {
  const stored = z.object({ draft: z.string(), key: z.string(), chosenBy: z.string().catch(''), values, files: z.array(addedFile) })
  return stored.safeParse(readStored(noun)).data ?? null
}
