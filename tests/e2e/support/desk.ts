import { request, type APIRequestContext } from '@playwright/test'
import { expect } from './fixtures'
import { admin } from '../../setup/shop-process'
import type { ShopServer } from './shop-server'

interface Answer<T> {
  result: { data: { json: T } }
}

/** The calls of the desk, by an administrator's token. @param by whose, if not the shop's first */
export async function deskOf(shop: ShopServer, by = admin) {
  const http: APIRequestContext = await request.newContext({ baseURL: shop.url })
  const post = async <T>(path: string, json: object, headers = {}): Promise<T> => {
    const answer = await http.post(`/api/trpc/${path}`, { data: { json }, headers })
    expect(answer.ok(), path).toBe(true)
    return ((await answer.json()) as Answer<T>).result.data.json
  }
  const { session } = await post<{ session: { accessToken: string } }>('auth.signIn', by)
  const headers = { authorization: `Bearer ${session.accessToken}` }
  return {
    http,
    /** The headers that let a program in. */
    headers,
    call: <T>(path: string, json: object) => post<T>(path, json, headers),
    read: async <T>(path: string, json: object): Promise<T> => {
      const answer = await http.get(`/api/trpc/${path}`, { params: { input: JSON.stringify({ json }) }, headers })
      expect(answer.ok(), path).toBe(true)
      return ((await answer.json()) as Answer<T>).result.data.json
    },
  }
}

export type Desk = Awaited<ReturnType<typeof deskOf>>
