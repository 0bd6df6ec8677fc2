import superjson from 'superjson'
import type { LiveTopic, SiteData } from '~/contracts/site'
import { askedOf } from '~/server/http/front/asked'
import { keepAnswer, sendKept, type KeptAnswer } from '~/server/http/front/kept-answer'
import { metrics } from '~/server/metrics/metrics'
import { currentRequestId, requestIdOf } from '~/server/request-scope'
import type { Services } from '~/server/services'
import type { Taker } from './direct'

/** Queries that answer a topic of the site as it is, to everyone alike. */
const topicOf: Partial<Record<string, LiveTopic>> = {
  'settings.public': 'settings',
  'machines.active': 'machines',
  'products.shop': 'products',
}

/** Whoever keeps an answer asks each time whether it is still the one. */
const CACHING = [['Cache-Control', 'public, no-cache']] as const

/** A query's answer, alone and as a batch of one. */
type Kept = Record<'alone' | 'batch', KeptAnswer>

async function keep(data: SiteData[LiveTopic]): Promise<Kept> {
  const body = JSON.stringify({ result: { data: superjson.serialize(data) } })
  const answer = (text: string) => keepAnswer({ body: Buffer.from(text), contentType: 'application/json', caching: CACHING }, [])
  const [alone, batch] = await Promise.all([answer(body), answer(`[${body}]`)])
  return { alone, batch }
}

/**
 * Answers the public queries of the site's data from bytes that are made once per state, in each encoding and
 * with a strong ETag (docs/decisions/045). What cannot be answered so is tRPC's: other methods and forms, and
 * a state that cannot be read.
 */
export function createKeptQueries({ live, log }: Pick<Services, 'live' | 'log'>): Taker {
  const kept = new Map<LiveTopic, { id: string; answers: Promise<Kept> }>()

  const answersOf = async (topic: LiveTopic): Promise<Kept> => {
    // The id names the content.
    const { id, data } = await live.values[topic].get()
    const known = kept.get(topic)
    if (known?.id === id) return known.answers
    const answers = keep(data)
    kept.set(topic, { id, answers })
    return answers
  }

  return (req, res, path, otherwise) => {
    const topic = topicOf[path]
    if (topic === undefined || req.method !== 'GET') return false
    const { 'content-type': contentType, 'trpc-accept': form, accept } = req.headers
    if (contentType !== undefined || form !== undefined || accept?.includes('jsonl')) return false
    const isBatch = /[?&]batch=1(?:&|$)/.test(req.url ?? '')
    const began = performance.now()
    answersOf(topic).then((answers) => {
      const requestId = currentRequestId() ?? requestIdOf(req.headers)
      res.setHeader('X-Request-Id', requestId)
      sendKept(answers[isBatch ? 'batch' : 'alone'], askedOf(req), req, res)
      const ms = performance.now() - began
      metrics().calls.observe({ path, type: 'query', outcome: 'ok' }, ms / 1000)
      log.debug({ requestId, path, type: 'query', ms: Math.round(ms) }, 'call')
    }, otherwise)
    return true
  }
}
