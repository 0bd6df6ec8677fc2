import type { Outcome } from './newsletter-outcome'

const fault = (address: string): string | undefined => {
  if (address === '') return 'Email is required'
  return /^[^\s@]+@[^\s@.]+(?:\.[^\s@.]+)+$/.test(address) ? undefined : 'Enter a valid email address, for example name@example.com'
}

/** @param say called with each outcome */
export async function requestNewsletter(form: FormData, say: (outcome: Outcome) => void): Promise<void> {
  const typed = form.get('email')
  const address = typeof typed === 'string' ? typed.trim() : ''
  const wrong = fault(address)
  if (wrong !== undefined) say({ message: wrong })
  else {
    say({ answer: 'One moment …' })
    say(
      await import('./subscribe').then(
        ({ subscribe }) => subscribe(form),
        () => ({ message: 'Please try again.' }),
      ),
    )
  }
}
