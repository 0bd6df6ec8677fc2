import { TRPCError } from '@trpc/server'
import superjson from 'superjson'
import type { ShopAnswer } from '~/contracts/catalogue/products'
import type { LiveTopic } from '~/contracts/site/site'
import { cacheHeadersOf } from './request-headers'
import { cacheResponse, sendCached, type CachedResponse } from './cached-response'
import { metrics } from '~/server/platform/metrics/metrics'
import { currentRequestId, requestIdOf } from '~/server/platform/request-scope'
import type { Services } from '~/server/services'
import { readShop } from '~/server/catalogue/shop/search-shop'
import { forEachYielding } from '~/server/platform/event-loop'
import type { CallHandler } from '~/server/api/request-handler'
import { answerError } from '~/server/api/error-response'

const SHOP = 'products.shop'

/** Queries that answer everybody alike, by topic. */
const topicOf: Partial<Record<string, LiveTopic>> = {
  'settings.public': 'settings',
  'machines.active': 'machines',
  'products.overview': 'products',
  'network.current': 'network',
  [SHOP]: 'products',
}

/** Longer lists of products are answered from existing bytes only, since serialising blocks. */
const LONG_LIST = 5_000

const LONG_LIST_KEPT = 500

/** Caches must revalidate each time. */
const CACHING = [['Cache-Control', 'public, no-cache']] as const

type CachedAnswers = Partial<Record<'alone' | 'batch', Promise<CachedResponse> | undefined>>

async function shopJson(answer: ShopAnswer): Promise<Buffer> {
  const { products, ...rest } = answer
  const parts = Array.from({ length: Math.ceil(products.length / 1_000) }, (_, at) => products.slice(at * 1_000, (at + 1) * 1_000))
  const written: Buffer[] = []
  await forEachYielding(parts, (part) => {
    written.push(Buffer.from(`${written.length === 0 ? '' : ','}${JSON.stringify(part).slice(1, -1)}`))
  })
  return Buffer.concat([Buffer.from('{"json":{"products":['), ...written, Buffer.from(`],${JSON.stringify(rest).slice(1)}}`)])
}

/** tRPC's form. @param data superjson's output */
async function cacheAnswer(data: Buffer, form: keyof CachedAnswers): Promise<CachedResponse> {
  const [before, after] = form === 'batch' ? ['[{"result":{"data":', '}}]'] : ['{"result":{"data":', '}}']
  const body = Buffer.concat([Buffer.from(before), data, Buffer.from(after)])
  return cacheResponse({ body, contentType: 'application/json', caching: CACHING }, [])
}

/** Bytes made once per state, in each encoding with a strong ETag (docs/decisions/007); tRPC handles the rest. */
export function createCachedQueries({ live, catalogue, log }: Pick<Services, 'live' | 'catalogue' | 'log'>): CallHandler {
  const cached = new Map<string, { id: string; begun: number; answers: CachedAnswers; making: number }>()

  const isLong = () => (catalogue.current?.size ?? 0) > LONG_LIST

  const answerTo = async (path: string, topic: LiveTopic, form: keyof CachedAnswers): Promise<CachedResponse> => {
    // The id names the content.
    const { id, data } = await live.values[topic].get()
    const known = cached.get(path)
    const isKept =
      known && (known.id === id || (path === SHOP && isLong() && (known.making > 0 || performance.now() - known.begun < LONG_LIST_KEPT)))
    const state = isKept ? known : { id, begun: performance.now(), answers: {}, making: 0 }
    cached.set(path, state)
    const make = async () => {
      state.making += 1
      try {
        const written =
          path === SHOP ? await shopJson(await readShop({ live, catalogue })) : Buffer.from(JSON.stringify(superjson.serialize(data)))
        return await cacheAnswer(written, form)
      } catch (error) {
        state.answers[form] = undefined
        throw error
      } finally {
        state.making -= 1
      }
    }
    return (state.answers[form] ??= make())
  }

  return (req, res, path, next) => {
    const topic = topicOf[path]
    const { 'content-type': contentType, 'trpc-accept': stream, accept } = req.headers
    const isJson = contentType === undefined || /^application\/json(?:;|$)/.test(contentType)
    if (topic === undefined || req.method !== 'GET' || !isJson || stream !== undefined || accept?.includes('jsonl')) {
      if (req.method === 'POST' || !path.split(',').includes(SHOP) || !isLong()) return false
      answerError(req, res, new TRPCError({ code: 'BAD_REQUEST', message: 'This list is long: ask for it by itself, by GET and as JSON.' }))
      return true
    }
    const isBatch = /[?&]batch=1(?:&|$)/.test(req.url ?? '')
    const began = performance.now()
    answerTo(path, topic, isBatch ? 'batch' : 'alone').then((answer) => {
      const requestId = currentRequestId() ?? requestIdOf(req.headers)
      res.setHeader('X-Request-Id', requestId)
      sendCached(answer, cacheHeadersOf(req), req, res)
      const ms = performance.now() - began
      metrics().calls.observe({ path, type: 'query', outcome: 'ok' }, ms / 1000)
      log.debug({ requestId, path, type: 'query', ms: Math.round(ms) }, 'call')
    }, next)
    return true
  }
}
