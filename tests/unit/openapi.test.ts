import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Validator } from '@seriousme/openapi-schema-validator'
import { describe, expect, it } from 'vitest'
import * as z from 'zod'
import { VERSION } from '~/lib/version'
import { fileAddresses } from '../../scripts/api-docs/addresses'
import type { ApiDescription } from '../../scripts/api-docs/compatibility'
import { DOCUMENT, SNAPSHOT } from '../../scripts/api-docs/document'
import type { JsonSchema } from '../../scripts/api-docs/json-schema'
import { OPENAPI } from '../../scripts/api-docs/openapi'
import { makeApiDocuments } from '../../scripts/tools/api-documents.mjs'

// Of the router as it is: the build may have made them already.
await makeApiDocuments()

const file = readFileSync(OPENAPI, 'utf8')
const schema = z.custom<JsonSchema>((value) => typeof value === 'object')
const json = z.object({ 'application/json': z.object({ schema }) })
const operation = z.object({
  security: z.array(z.record(z.string(), z.array(z.string()))),
  parameters: z.array(z.object({ name: z.string().optional(), required: z.boolean().optional(), content: json.optional() })).optional(),
  requestBody: z.object({ required: z.boolean(), content: z.record(z.string(), z.object({ schema })) }).optional(),
  responses: z.record(z.string(), z.object({ content: z.record(z.string(), z.object({ schema })).optional() })),
})
const document = z
  .object({
    info: z.object({ version: z.string() }),
    paths: z.record(z.string(), z.record(z.string(), operation)),
    components: z.object({ schemas: z.record(z.string(), schema) }),
  })
  .parse(JSON.parse(file))

const CALL = '/api/trpc/'
/** Name and kind, as the document has them, with the operation. */
const calls = Object.entries(document.paths)
  .filter(([path]) => path.startsWith(CALL))
  .flatMap(([path, methods]) => Object.entries(methods).map(([method, call]) => ({ path: path.slice(CALL.length), method, call })))

const inputOf = ({ call: { parameters = [], requestBody } }: (typeof calls)[number]) => {
  const query = parameters.find(({ name }) => name === 'input')
  const sent = requestBody?.content['application/json'] ?? query?.content?.['application/json']
  if (!sent) return { input: null, inputOptional: true }
  return { input: sent.schema.properties?.json, inputOptional: !(requestBody ?? query)?.required }
}

describe('the page of the API', () => {
  it('has a section for each procedure, with its answer', () => {
    const page = readFileSync(DOCUMENT, 'utf8')
    for (const { path } of calls) {
      const [, section = ''] = page.split(`\n### ${path}\n`)
      expect(section.slice(0, section.indexOf('\n### '))).toContain('\nAnswer: ')
    }
  })
})

describe('the OpenAPI document', () => {
  it('is valid OpenAPI 3.1 of this version', async () => {
    const validator = new Validator()
    expect(await validator.validate(file)).toEqual({ valid: true })
    expect(validator.version).toBe('3.1')
    expect(document.info.version).toBe(VERSION)
  })

  it('names the procedures of the snapshot and no others, with the same inputs', () => {
    const snapshot = JSON.parse(readFileSync(SNAPSHOT, 'utf8')) as ApiDescription
    const described = Object.fromEntries(calls.map((each) => [each.path, { isChange: each.method === 'post', ...inputOf(each) }]))
    const kept = Object.fromEntries(
      Object.entries(snapshot).map(([path, { kind, input, inputOptional }]) => [
        path,
        { isChange: kind === 'mutation', input, inputOptional },
      ]),
    )
    expect(described).toEqual(kept)
  })

  it('says what every procedure answers, and leaves nothing of it open but JSON columns', () => {
    const unknown: string[] = []
    const look = (value: unknown, at: string) => {
      if (typeof value !== 'object' || value === null) return
      if (!Array.isArray(value) && Object.keys(value).length === 0) unknown.push(at)
      for (const [key, each] of Object.entries(value)) look(each, `${at}.${key}`)
    }
    look(document.components.schemas, 'shapes')
    for (const { path, call } of calls) {
      const { content } = call.responses[200] ?? {}
      if (!content?.['text/event-stream']) look(content?.['application/json'] ?? {}, path)
    }
    expect(unknown).toEqual([])
  })

  it('wraps an answer as superjson does, with times as texts', () => {
    const answer = document.paths['/api/trpc/orders.byId']?.get?.responses[200]?.content?.['application/json']?.schema
    const data = answer?.properties?.result?.properties?.data
    expect(data).toMatchObject({ required: ['json'], properties: { meta: { $ref: '#/components/schemas/SuperjsonMeta' } } })
    expect(document.components.schemas.Order?.properties).toMatchObject({ createdAt: { type: 'string', format: 'date-time' } })
  })

  it('names the scope that a key needs, and no key where none is taken', () => {
    const security = (path: string, method: 'get' | 'post') => document.paths[CALL + path]?.[method]?.security
    expect(security('orders.updateStatus', 'post')).toEqual([{ accessToken: [] }, { sessionCookie: [] }, { apiKey: ['orders:write'] }])
    expect(security('admin.onChange', 'get')).toEqual([{ accessToken: [] }, { sessionCookie: [] }])
    expect(security('keys.create', 'post')).toEqual([{ accessToken: [] }, { sessionCookie: [] }])
    expect(security('auth.signIn', 'post')).toEqual([])
  })

  it('has every address of files under src/pages/api', () => {
    // A sign-in of browsers, addresses that mail programs, the platform and the card provider call, and the shop's own.
    const others = [
      ...['/api/auth/[...nextauth]', '/api/newsletter/unsubscribe', '/api/shopify/webhook', '/api/stripe/webhook'],
      '/api/internal/regenerate',
    ]
    const folder = join(import.meta.dirname, '../../src/pages/api')
    const pages = readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.ts'))
      .map((name) => `/api/${name.replace(/(?:\/index)?\.ts$/, '')}`)
      .filter((path) => !others.includes(path))
    const described = new Set(fileAddresses.map(({ path }) => path.replaceAll('{', '[').replaceAll('}', ']')))
    expect(pages.toSorted()).toEqual([...described].toSorted())
  })
})
