import * as z from 'zod'
import { contactInput, type ContactField, type ContactValues } from '~/contracts/site/contact'

export type ContactMessages = Partial<Record<ContactField, string>>

type Checked = { values: ContactValues; messages?: never } | { values?: never; messages: ContactMessages }

/**
 * Checks the form against the schema, whose code is larger than the page's and loads on first use.
 * @returns the values, or the first message of each wrong field
 */
export function checkContact(typed: unknown): Checked {
  const parsed = contactInput.safeParse(typed)
  if (parsed.success) return { values: parsed.data }
  const { fieldErrors } = z.flattenError(parsed.error)
  const messages: ContactMessages = {}
  for (const field of contactInput.keyof().options) {
    const first = fieldErrors[field]?.[0]
    if (first !== undefined) messages[field] = first
  }
  return { messages }
}
