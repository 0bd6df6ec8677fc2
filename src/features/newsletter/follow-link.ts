import { serverMessage } from '~/components/form/server-errors'
import type { NewsletterLink } from '~/contracts/newsletter'
import { vanillaClient } from '~/trpc/vanilla-client'

/** Milliseconds after which the shop counts as not answering. */
const PATIENCE = 15_000

/** Does what a letter's link asks for. Loaded when its button is pressed. */
export async function followLink(purpose: NewsletterLink, token: string): Promise<{ kind: 'done' | 'failed'; message: string }> {
  try {
    const { message } = await vanillaClient.newsletter[purpose].mutate({ token }, { signal: AbortSignal.timeout(PATIENCE) })
    return { kind: 'done', message }
  } catch (error) {
    console.error('The link could not be followed', error)
    return { kind: 'failed', message: serverMessage(error) ?? 'We could not be reached. Please try again.' }
  }
}
