import { serverMessage } from '~/components/form/server-errors'
import type { ContactValues } from '~/contracts/site/contact'
import { newKey } from '~/trpc/new-key'
import { vanillaClient } from '~/trpc/vanilla-client'

/** A message without an answer: sending it again uses the same key, so that it arrives once. */
let waiting: { text: string; key: string } | undefined

/** The shop's words, or the reason of a refusal. */
export type Delivery = { kind: 'sent'; message: string } | { kind: 'notSent'; reason: string }

/** Loaded when the form is sent. */
export async function sendMessage(values: ContactValues, website: string): Promise<Delivery> {
  const text = JSON.stringify(values)
  if (waiting?.text !== text) waiting = { text, key: newKey() }
  try {
    const input = { ...values, website, idempotencyKey: waiting.key }
    const { message } = await vanillaClient.contact.send.mutate(input)
    waiting = undefined
    return { kind: 'sent', message }
  } catch (error) {
    console.error('The message could not be sent', error)
    return { kind: 'notSent', reason: serverMessage(error) ?? 'We could not reach the server.' }
  }
}
