import * as z from 'zod'
import { longest } from '~/contracts/fields'

/** Emails written to files, in a trial shop without a mail server. */

export const EMAIL_FILES_SHOWN = 100

/** Time of writing and id. */
export const emailFileName = z
  .string()
  .check(
    longest(61, 'No such email'),
    z.regex(/^\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d\.\d{3}Z-[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/, 'No such email'),
  )

export const emailFileInput = z.object({ id: emailFileName })

export interface EmailFile {
  id: string
  at: Date
  to: string
  subject: string
}

export interface EmailFileContent extends EmailFile {
  from: string
  text: string
  /** A whole document; null for plain text. */
  html: string | null
  attachments: string[]
}
