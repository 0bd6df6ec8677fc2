import { isIP } from 'node:net'
import { createStorefrontApiClient, type StorefrontOperations } from '@shopify/storefront-api-client'
import type { Logger } from '~/server/platform/log'
import { boundedFetch } from './bounded-fetch'
import type {} from './operations.generated'
import { versionOfAddress } from './version-watch'
import { faultsOf, pauseOf, PlatformError } from './platform-error'

export interface StorefrontOptions {
  address: string
  token: string
  log: Logger
  /** Milliseconds. */
  withinMs?: number
  onHeaders?: (headers: Headers) => void
}

interface RequestOptions {
  /** The platform limits calls of private tokens by it. */
  buyerIp?: string | null
  signal?: AbortSignal
  /** Accepts an answer whose failed fields are null. */
  takesPart?: (error: PlatformError) => boolean
}

type Operation = keyof StorefrontOperations & string
type Variables<Text extends Operation> = StorefrontOperations[Text]['variables']
type Answer<Text extends Operation> = StorefrontOperations[Text]['return']

export interface Storefront {
  /** @throws {PlatformError} */
  ask: <Text extends Operation>(operation: Text, variables: Variables<Text>, options?: RequestOptions) => Promise<Answer<Text>>
}

/** 430 is the platform's own status: too many requests from one address. */
const passing = (status: number | undefined) => status === undefined || status === 429 || status === 430 || status >= 500

/** Private tokens begin so; they have their own header and must never reach a browser. */
const PRIVATE_TOKEN = /^shp(at|ss|ca)_/

interface Failure {
  networkStatusCode?: number
  message?: string
  graphQLErrors?: unknown
  response?: Response
}

function platformError({ networkStatusCode: status, message, graphQLErrors, response }: Failure): PlatformError {
  const faults = faultsOf(graphQLErrors)
  const codes = faults.flatMap(({ code }) => code ?? [])
  const wait = pauseOf(response?.headers)
  const retryable = faults.length > 0 ? codes.includes('THROTTLED') || codes.includes('INTERNAL_SERVER_ERROR') : passing(status)
  const words = [status, message, ...faults.slice(0, 3).map((fault) => fault.message)].filter(Boolean).join(': ')
  return new PlatformError(words.slice(0, 500), { retryable, faults, ...(wait === undefined ? {} : { retryAfterMs: wait }) })
}

export function createStorefront({ address, token, log, ...bounds }: StorefrontOptions): Storefront {
  const client = createStorefrontApiClient({
    storeDomain: new URL(address).host,
    apiVersion: versionOfAddress(address),
    ...(PRIVATE_TOKEN.test(token) ? { privateAccessToken: token } : { publicAccessToken: token }),
    customFetchApi: boundedFetch(address, bounds),
    logger: ({ type, content }) => {
      if (type === 'Unsupported_Api_Version') log.warn({ version: content.apiVersion }, 'SHOPIFY_API_URL names an old or unknown version')
    },
  })
  return {
    ask: async <Text extends Operation>(
      operation: Text,
      variables: Variables<Text>,
      { buyerIp, signal, takesPart }: RequestOptions = {},
    ) => {
      const { data, errors } = await client.request<Answer<Text>>(operation, {
        variables,
        ...(buyerIp && isIP(buyerIp) ? { headers: { 'Shopify-Storefront-Buyer-IP': buyerIp } } : {}),
        ...(signal ? { signal } : {}),
      })
      const error = errors && platformError(errors)
      if (error && !(data && takesPart?.(error))) throw error
      if (!data) throw new PlatformError('An answer without data', { retryable: true })
      return data
    },
  }
}
