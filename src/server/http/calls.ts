import type { Env } from '~/env'
import { createApiHandler } from '~/server/api/request-handler'
import { createApiStreams } from '~/server/api/streams'
import type { Services } from '~/server/services'
import { createCachedQueries } from './response-cache/cached-queries'

export function createCalls(services: Services, { STREAMS_PER_ADDRESS: perAddress, STREAMS_TOTAL: total }: Env) {
  const streams = createApiStreams(services, { perAddress, total })
  return { answer: createApiHandler([streams.handle, createCachedQueries(services)]), streams }
}
