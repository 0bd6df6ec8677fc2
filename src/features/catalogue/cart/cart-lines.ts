import { bounded, readCart, store, type CartLine } from './cart-store'

/** Only an open cart loads this, so that it is not on every public page. */

/** Sets the pieces of a line, from 1 to 99; 0 takes it out. */
export function setQuantity(variantId: string, quantity: number): void {
  const cart = readCart()
  store(
    quantity <= 0
      ? cart.filter((line) => line.variantId !== variantId)
      : cart.map((line) => (line.variantId === variantId ? { ...line, quantity: bounded(quantity) } : line)),
  )
}

/** EUR of all lines that have a price. */
export const totalOf = (cart: readonly CartLine[]): number =>
  Math.round(cart.reduce((sum, { price, quantity }) => sum + price * quantity, 0) * 100) / 100
