import { useEffect, useState } from 'react'
import type { CartQuote } from '~/contracts/stock/checkout'
import type { CartLine } from './cart-store'

/** The server's answer about the cart of the own catalogue. Its code is loaded when the cart is opened. */

const UUID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i

/** A product of the own catalogue; a platform's products have ids of another form. */
export const isOwnLine = ({ variantId }: CartLine): boolean => UUID.test(variantId)

const NO_ANSWER = 'The shop does not answer right now. Please try again in a minute.'

/** The server's own words, else those for no answer. */
export async function failureText(error: unknown): Promise<string> {
  const { TRPCClientError } = await import('@trpc/client')
  return error instanceof TRPCClientError && error.data ? error.message : NO_ANSWER
}

/** Pieces are often changed twice in a moment (ms). */
const SETTLED_MS = 250

/** A line of the input from its place in the text that tells one cart from another. */
function lineOf(text: string) {
  const [productId = '', quantity = ''] = text.split(' ')
  return { productId, quantity: Number(quantity) }
}

interface QuoteState {
  quote: CartQuote | null
  /** Of which cart it is. */
  of: string
  failure: string
}

/** The price of a cart, read again whenever it changes. @returns `again` reads it once more */
export function useQuote(cart: readonly CartLine[]) {
  const lines = cart.map(({ variantId, quantity }) => `${variantId} ${quantity}`).join(',')
  const [state, setState] = useState<QuoteState>({ quote: null, of: '', failure: '' })
  const [times, setTimes] = useState(0)
  useEffect(() => {
    if (lines === '') return
    const stop = new AbortController()
    const read = async () => {
      try {
        const { vanillaClient } = await import('~/trpc/vanilla-client')
        const quote = await vanillaClient.orders.quote.query({ lines: lines.split(',').map(lineOf) }, { signal: stop.signal })
        setState({ quote, of: lines, failure: '' })
      } catch (error) {
        if (stop.signal.aborted) return
        console.error('The cart could not be priced', error)
        const failure = await failureText(error)
        setState((before) => ({ ...before, failure }))
      }
    }
    const timer = setTimeout(() => void read(), SETTLED_MS)
    return () => {
      clearTimeout(timer)
      stop.abort()
    }
  }, [lines, times])
  return {
    quote: state.quote,
    /** It is of the cart as it is now. */
    isCurrent: state.of === lines,
    failure: state.failure,
    again: () => setTimes((before) => before + 1),
  }
}

/** The fault of a line, for people. */
export function faultOf(quote: CartQuote | null, { variantId, quantity }: CartLine): string | undefined {
  const line = quote?.lines.find(({ productId }) => productId === variantId)
  if (!line) return undefined
  if (line.problem === 'gone') return 'This is no longer for sale.'
  if (line.problem === 'no_price') return 'The price of this is on request: please write to us.'
  if (quantity <= line.free) return undefined
  return line.free === 0 ? 'This is out of stock.' : `Only ${line.free} ${line.free === 1 ? 'is' : 'are'} in stock.`
}
