import { serverFieldErrors, serverMessage } from '~/components/form/server-errors'
import type { NewsletterLink, NewsletterLinkState } from '~/contracts/site/newsletter'
import { vanillaClient } from '~/trpc/vanilla-client'

/** Loaded when the button is pressed. */
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

/** How a link stands; half of one is none. Where no answer comes its button is shown: what it sends is checked once more. */
export async function readLink(purpose: NewsletterLink, token: string): Promise<NewsletterLinkState> {
  try {
    return (await vanillaClient.newsletter.link.mutate({ purpose, token })).state
  } catch (error) {
    if (serverFieldErrors(error).length > 0) return 'ended'
    console.error('The link could not be looked at', error)
    return 'good'
  }
}

const asks = { confirm: 'subscribe', unsubscribe: 'sendUnsubscribeLink' } as const satisfies Record<NewsletterLink, string>

/** @returns the server's answer, or why there is none */
export async function askAgain(purpose: NewsletterLink, email: string): Promise<{ kind: 'done' | 'failed'; message: string }> {
  try {
    const { message } = await vanillaClient.newsletter[asks[purpose]].mutate({ email, website: '' })
    return { kind: 'done', message }
  } catch (error) {
    const [[, message] = []] = serverFieldErrors(error)
    return { kind: 'failed', message: message ?? serverMessage(error) ?? 'We could not reach the server. Please try again.' }
  }
}
