import { serverFieldErrors, serverMessage } from '~/components/form/server-errors'
import type { NewsletterLink } from '~/contracts/site/newsletter'
import { vanillaClient } from '~/trpc/vanilla-client'

/** Does what an email's link asks for. Loaded when its button is pressed. */
export async function followLink(purpose: NewsletterLink, token: string): Promise<{ kind: 'done' | 'failed'; message: string }> {
  try {
    const { message } = await vanillaClient.newsletter[purpose].mutate({ token })
    return { kind: 'done', message }
  } catch (error) {
    console.error('The link could not be followed', error)
    const [[, message] = []] = serverFieldErrors(error)
    return { kind: 'failed', message: message ?? serverMessage(error) ?? 'We could not reach the server. Please try again.' }
  }
}
