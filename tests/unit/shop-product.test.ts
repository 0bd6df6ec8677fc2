import { describe, expect, it } from 'vitest'
import { ratingOf } from '~/server/catalogue/shop/shopify/to-shop-product'

describe('a rating of the shop platform', () => {
  it.each([
    ['4.6', 4.6],
    ['0', 0],
    ['7', 5],
    ['-1', 0],
    ['{"value":"4.5","scale_min":"1.0","scale_max":"5.0"}', 4.5],
    ['{"value":"9","scale_min":"0","scale_max":"10"}', 4.5],
    ['{"value":"9"}', 5],
    ['{"value":"many"}', null],
    ['{"value":"4","scale_max":"0"}', null],
    ['very good', null],
    ['null', null],
    ['', null],
    [undefined, null],
  ])('%s is %s out of 5', (text, rating) => {
    expect(ratingOf(text)).toBe(rating)
  })
})
