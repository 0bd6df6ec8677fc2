import { renderHook, act } from '@testing-library/react'
import { beforeEach, describe, expect, it } from 'vitest'
import { setQuantity, totalOf } from '~/features/catalogue/cart/cart-lines'
import { addToCart, parseCart, piecesIn, useCart } from '~/features/catalogue/cart/cart-store'

const miner = { variantId: 'v1', name: 'Antminer S21', image: '/products/four-fan-miner.svg', price: 3890.5 }
const fan = { variantId: 'v2', name: 'Fan', image: '/products/fan-kit.svg', price: 0.1 }

beforeEach(() => {
  localStorage.clear()
})

describe('the cart', () => {
  it('is stored in the browser, and followed by what shows it', () => {
    const { result } = renderHook(() => useCart())
    expect(result.current).toEqual([])
    act(() => {
      addToCart(miner)
      addToCart(miner)
      addToCart(fan)
    })
    expect(result.current).toEqual([
      { ...miner, quantity: 2 },
      { ...fan, quantity: 1 },
    ])
    expect(JSON.parse(localStorage.getItem('cart') ?? '')).toEqual(result.current)
    expect(piecesIn(result.current)).toBe(3)
    expect(totalOf(result.current)).toBe(7781.1)
  })

  it('takes the price of today when a product is added again', () => {
    const { result } = renderHook(() => useCart())
    act(() => {
      addToCart(miner)
      addToCart({ ...miner, price: 3700 })
    })
    expect(result.current).toEqual([{ ...miner, price: 3700, quantity: 2 }])
  })

  it('holds 1 to 99 pieces of a product, and none takes it out', () => {
    const { result } = renderHook(() => useCart())
    act(() => {
      addToCart(miner)
      setQuantity('v1', 1_000)
    })
    expect(result.current[0]?.quantity).toBe(99)
    expect(addToCart(miner)).toBe(false)
    act(() => {
      setQuantity('v1', 0)
    })
    expect(result.current).toEqual([])
  })

  it('holds 100 products', () => {
    for (let number = 0; number < 100; number++) expect(addToCart({ ...fan, variantId: `f${number}` })).toBe(true)
    expect(addToCart(miner)).toBe(false)
  })

  it('follows a change in another tab', () => {
    const { result } = renderHook(() => useCart())
    act(() => {
      localStorage.setItem('cart', JSON.stringify([{ ...fan, quantity: 4 }]))
      dispatchEvent(new StorageEvent('storage', { key: 'cart' }))
    })
    expect(piecesIn(result.current)).toBe(4)
  })

  it.each([[null], ['not JSON'], ['{}'], ['[1, null, {"variantId": "v1"}]']])('is empty where %s is stored', (text) => {
    expect(parseCart(text)).toEqual([])
  })

  it('brings stored quantities into their bounds', () => {
    const stored = JSON.stringify([
      { ...miner, quantity: -3 },
      { ...fan, quantity: 5_000 },
    ])
    expect(parseCart(stored).map(({ quantity }) => quantity)).toEqual([1, 99])
  })
})
