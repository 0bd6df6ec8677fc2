import { useState } from 'react'
import type { CartLine } from './cart-store'

const NO_ANSWER = 'The checkout does not answer right now. Please try again in a minute.'

/** Hands the cart over: the visitor goes on to the checkout, or reads why not; the cart stays as it is. */
export function useCheckout() {
  const [state, setState] = useState<{ opening: boolean; failure: string }>({ opening: false, failure: '' })
  const start = async (cart: readonly CartLine[]) => {
    setState({ opening: true, failure: '' })
    try {
      const [{ vanillaClient }, { TRPCClientError }] = await Promise.all([import('~/trpc/vanilla-client'), import('@trpc/client')])
      const lines = cart.map(({ variantId, quantity }) => ({ variantId, quantity }))
      const answer = await vanillaClient.cart.checkout.mutate({ lines }).catch((error: unknown) => {
        // Words of the server are for people; a network's are not.
        const failure = error instanceof TRPCClientError && error.data ? error.message : NO_ANSWER
        console.error('The checkout could not be opened', error)
        setState({ opening: false, failure })
        return null
      })
      if (answer) location.assign(answer.checkoutUrl)
    } catch (error) {
      console.error('The checkout could not be opened', error)
      setState({ opening: false, failure: NO_ANSWER })
    }
  }
  return { ...state, start }
}
