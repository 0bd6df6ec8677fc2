// @vitest-environment-options { "url": "https://www.shop.example/trade-in" }
import { afterEach, describe, expect, it } from 'vitest'
import { removeTagCookies } from '~/features/site/cookie-consent/google-tag'

const names = () => document.cookie.split('; ').map((cookie) => cookie.split('=')[0])

describe('the cookies of the Google tag', () => {
  afterEach(() => {
    for (const name of names()) document.cookie = `${name}=; path=/; max-age=0`
  })

  it('are removed from the host and from the domains above it, and no others with them', () => {
    document.cookie = '_ga=GA1.1.1.1; path=/; domain=shop.example'
    document.cookie = '_ga_1A2B3C4D5E=GS2.1; path=/; domain=www.shop.example'
    document.cookie = '_gid=GA1.1; path=/'
    document.cookie = '_gat_UA-1-1=1; path=/; domain=shop.example'
    document.cookie = '_gcl_au=1.1; path=/; domain=shop.example'
    document.cookie = '_gac_UA-1-1=1.1; path=/; domain=shop.example'
    document.cookie = '_gallery=ours; path=/'
    document.cookie = 'session=ours; path=/'
    expect(names()).toHaveLength(8)
    removeTagCookies()
    expect(names().sort()).toEqual(['_gallery', 'session'])
  })
})
