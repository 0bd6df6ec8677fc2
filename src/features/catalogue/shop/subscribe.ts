import { serverMessage } from '~/components/form/server-errors'
import { vanillaClient } from '~/trpc/vanilla-client'
import type { Outcome } from './newsletter-outcome'

function textOf(form: FormData, name: string): string {
  const value = form.get(name)
  return typeof value === 'string' ? value : ''
}

export async function subscribe(form: FormData): Promise<Outcome> {
  try {
    const input = { email: textOf(form, 'email'), website: textOf(form, 'website') }
    const { message } = await vanillaClient.newsletter.subscribe.mutate(input)
    return { answer: message }
  } catch (error) {
    console.error('The newsletter could not be asked for', error)
    return { message: serverMessage(error) ?? 'We could not reach the server. Please try again.' }
  }
}
