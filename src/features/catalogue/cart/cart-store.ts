import { useSyncExternalStore } from 'react'
import { MOST_LINES, MOST_PIECES } from '~/contracts/public-limits'

/** The visitor's cart, stored in this browser alone (localStorage `cart`) until it is handed over to the checkout. On every public page. */

const KEY = 'cart'

export interface CartLine {
  /** The platform's id of the product. */
  variantId: string
  name: string
  image: string
  /** EUR for one piece, as it was when it was added; 0 on request. The checkout has the last word. */
  price: number
  quantity: number
}

type Cart = readonly CartLine[]
const emptyCart: Cart = []

const isLine = (line: unknown): line is CartLine =>
  typeof line === 'object' &&
  line !== null &&
  'variantId' in line &&
  typeof line.variantId === 'string' &&
  'name' in line &&
  typeof line.name === 'string' &&
  'image' in line &&
  typeof line.image === 'string' &&
  'price' in line &&
  typeof line.price === 'number' &&
  'quantity' in line &&
  Number.isInteger(line.quantity)

/** Whatever is stored, also by an earlier version or by hand: what is no line is left out. */
export function parseCart(text: string | null): Cart {
  try {
    const stored: unknown = JSON.parse(text ?? '[]')
    return Array.isArray(stored) ? stored.filter(isLine).map((line) => ({ ...line, quantity: bounded(line.quantity) })) : emptyCart
  } catch {
    return emptyCart
  }
}

export const bounded = (quantity: number) => Math.min(MOST_PIECES, Math.max(1, quantity))

const listeners = new Set<() => void>()
/** Replaces the storage that a browser refuses, until the page is left. */
let unstored: string | null = null
let read: { text: string | null; cart: Cart } = { text: null, cart: emptyCart }

function storedText(): string | null {
  try {
    return localStorage.getItem(KEY) ?? unstored
  } catch {
    return unstored
  }
}

/** The cart as it is stored now; the same object as long as nothing changes. */
export function readCart(): Cart {
  const text = storedText()
  if (text !== read.text) read = { text, cart: parseCart(text) }
  return read.cart
}

export function store(cart: Cart): void {
  const text = JSON.stringify(cart)
  try {
    localStorage.setItem(KEY, text)
    unstored = null
  } catch {
    unstored = text
  }
  for (const listener of listeners) listener()
}

/** Puts one more piece into the cart; a full cart stays as it is and the answer is false. */
export function addToCart(product: Omit<CartLine, 'quantity'>): boolean {
  const cart = readCart()
  const known = cart.find(({ variantId }) => variantId === product.variantId)
  if (known ? known.quantity >= MOST_PIECES : cart.length >= MOST_LINES) return false
  store(
    known
      ? cart.map((line) => (line === known ? { ...product, quantity: known.quantity + 1 } : line))
      : [...cart, { ...product, quantity: 1 }],
  )
  return true
}

export const piecesIn = (cart: Cart): number => cart.reduce((sum, { quantity }) => sum + quantity, 0)

function subscribe(listener: () => void): () => void {
  const fromAnotherTab = ({ key }: StorageEvent) => {
    if (key === KEY || key === null) listener()
  }
  listeners.add(listener)
  addEventListener('storage', fromAnotherTab)
  return () => {
    listeners.delete(listener)
    removeEventListener('storage', fromAnotherTab)
  }
}

/** The cart, followed also across tabs; empty in the page's HTML. */
export const useCart = (): Cart => useSyncExternalStore(subscribe, readCart, () => emptyCart)
