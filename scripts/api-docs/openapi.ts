import { TRPCError } from '@trpc/server'
import { getHTTPStatusCodeFromError } from '@trpc/server/http'
import * as z from 'zod'
import { KEY_PREFIX, scopedRouters } from '~/contracts/identity/api-keys'
import { VERSION } from '~/lib/version'
import { SESSION_COOKIE } from '~/server/identity/auth/cookies'
import { fileAddresses, type FileAddress } from './addresses'
import type { Answers } from './answers'
import { takesNothing, who } from './document'
import { exampleOf } from './examples'
import type { JsonSchema } from './json-schema'
import { commonErrors, procedures, type Procedure } from './procedures'

/** `/api/openapi.json`, from the router: OpenAPI 3.1 with the values as they are on the wire. */

export const OPENAPI = 'public/api/openapi.json'

const component = (kind: string, name: string) => ({ $ref: `#/components/${kind}/${name}` })
const meta = component('schemas', 'SuperjsonMeta')

const object = (properties: Record<string, JsonSchema>, required = Object.keys(properties)): JsonSchema => ({
  type: 'object',
  properties,
  ...(required.length > 0 && { required }),
})

/** As superjson writes a value. */
const wrapped = (json: JsonSchema) => object({ json, meta }, ['json'])

const accessToken = { accessToken: [] }
const cookie = { sessionCookie: [] }

/** Ways to be let in, one of them each. */
type Security = Record<string, string[]>[]

function securityOf({ path, kind, access, recentProof }: Procedure): Security {
  if (access === 'public') return []
  const [router = ''] = path.split('.')
  const takesKeys = access === 'administrator' && kind !== 'subscription' && !recentProof
  return [accessToken, cookie, ...(takesKeys ? [{ apiKey: [`${router}:${kind === 'mutation' ? 'write' : 'read'}`] }] : [])]
}

type ErrorCode = keyof Procedure['errors']

const statusOf = (code: ErrorCode) => String(getHTTPStatusCodeFromError(new TRPCError({ code })))

/** When each code is answered, with its status. */
const refusals = (errors: Procedure['errors']) =>
  (Object.entries(errors) as [ErrorCode, string][]).map(
    ([code, when]) => `- ${statusOf(code)} \`${code}\`${when === '' ? '' : `: ${when}`}`,
  )

const lastEvent = component('parameters', 'LastEventId')

function inputOf(procedure: Procedure) {
  const { kind, schema, input } = procedure
  if (!schema || !input) return kind === 'subscription' ? { parameters: [lastEvent] } : {}
  const required = !takesNothing(schema)
  const content = { 'application/json': { schema: { title: 'Input', ...wrapped(input) }, example: { json: exampleOf(procedure) } } }
  if (kind === 'mutation') return { requestBody: { required, content } }
  const inQuery = { name: 'input', in: 'query', required, description: 'JSON, percent-encoded.', content }
  return { parameters: kind === 'subscription' ? [inQuery, lastEvent] : [inQuery] }
}

const stream = {
  description: 'Server-sent events until what is followed ends; the data of each are JSON as superjson writes it.',
  content: { 'text/event-stream': { schema: { type: 'string' } } },
}

const answered = (schema: JsonSchema) => ({
  description: 'The answer.',
  content: { 'application/json': { schema: { title: 'Answer', ...object({ result: object({ data: wrapped(schema) }) }) } } },
})

function operationOf(procedure: Procedure, answers: Answers) {
  const { path, kind, access, recentProof, about, errors } = procedure
  const proof = recentProof ? ', with a password or a code younger than ten minutes' : ''
  const answer = answers.byPath[path]
  if (!answer && kind !== 'subscription') throw new Error(`Nothing is known of what ${path} answers`)
  return {
    operationId: path,
    tags: [path.slice(0, path.indexOf('.'))],
    summary: about,
    description: [`A ${kind} for ${who[access]}${proof}.`, refusals(errors).join('\n')].filter(Boolean).join('\n\n'),
    security: securityOf(procedure),
    ...inputOf(procedure),
    responses: { 200: answer ? answered(answer) : stream, default: component('responses', 'Refused') },
  }
}

const jsonSchema = (schema: z.ZodObject, io: 'input' | 'output') => z.toJSONSchema(schema, { io, unrepresentable: 'any' }) as JsonSchema

/** Fields of an address or its query, each a parameter. */
function parametersOf(schema: z.ZodObject | undefined, where: 'path' | 'query') {
  if (!schema) return []
  const { properties = {}, required = [] } = jsonSchema(schema, 'input')
  return Object.entries(properties).map(([name, each]) => ({ name, in: where, required: required.includes(name), schema: each }))
}

const fileSecurity: Partial<Record<FileAddress['access'], Security>> = {
  public: [],
  link: [{}, accessToken, cookie],
  person: [accessToken, cookie],
  'by file': [accessToken, cookie, { apiKey: [] }],
}

/** Describes a media type other than JSON: as text, or not at all. */
const contentOf = (type: string) => ({ [type]: { schema: type.startsWith('text/') ? { type: 'string' } : {} } })

function fileOperation({ path, method, about, access, inPath, query, view, sends, answers }: FileAddress) {
  const further = {
    name: 'view',
    in: 'query',
    style: 'form',
    explode: true,
    schema: { type: 'object', additionalProperties: { type: 'string' } },
  }
  return {
    operationId: `${method} ${path}`,
    tags: ['files'],
    summary: about,
    security: fileSecurity[access] ?? [accessToken, cookie, { apiKey: [access] }],
    parameters: [...parametersOf(inPath, 'path'), ...parametersOf(query, 'query'), ...(view ? [{ ...further, description: view }] : [])],
    ...(sends && { requestBody: { required: true, content: contentOf(sends) } }),
    responses: {
      [method === 'post' ? 201 : 200]: { description: 'The answer.', content: contentOf(answers) },
      default: component('responses', 'NoFile'),
    },
  }
}

const info = {
  title: 'Mining hardware shop',
  version: VERSION,
  summary: 'Every call of the shop and its back office, as tRPC 11 answers them.',
  description: [
    'Inputs and answers are [superjson](https://github.com/flightcontrolhq/superjson): the value stands under `json`, and `meta` names what JSON has no type for. Times are texts (`date-time`) under `json`; readers of `json` alone need no `meta`.',
    'Queries are `GET` with the input, percent-encoded, in `?input=`; mutations are `POST`. Up to ten calls go in one request: `/api/trpc/a,b?batch=1`, with inputs and answers by number.',
    `Programs call with an API key (\`${KEY_PREFIX}…\`, made at /admin/integrations) or with the access token of \`auth.signIn\`, both as \`Authorization: Bearer …\`. Browsers have a cookie.`,
    'Further procedures, further fields that may be left out, further values that are taken and further fields in answers may come at any time.',
  ].join('\n\n'),
}

const securitySchemes = {
  accessToken: {
    type: 'http',
    scheme: 'bearer',
    bearerFormat: 'JWT',
    description: 'Of `auth.signIn`; lasts 15 minutes, and `auth.refresh` gives the next one.',
  },
  apiKey: {
    type: 'http',
    scheme: 'bearer',
    bearerFormat: `${KEY_PREFIX}…`,
    description: `For calls of administrators; never does more than its maker may. The scope that a call needs stands with it: \`<router>:read\` or \`<router>:write\`, of ${Object.keys(scopedRouters).join(', ')}.`,
  },
  sessionCookie: {
    type: 'apiKey',
    in: 'cookie',
    name: SESSION_COOKIE,
    description: `Of a browser that has signed in at /auth; \`__Host-${SESSION_COOKIE}\` where the site has TLS.`,
  },
}

const text = { type: 'string' }
const refusal: JsonSchema = object({
  error: object(
    {
      json: object({
        code: { type: 'integer', description: 'Of JSON-RPC.' },
        message: { ...text, description: 'A sentence for people.' },
        data: object(
          {
            code: { ...text, description: 'Such as BAD_REQUEST.' },
            httpStatus: { type: 'integer' },
            path: { type: ['string', 'null'], description: 'The procedure.' },
            requestId: { type: ['string', 'null'], description: 'As the log has it.' },
            zodError: {
              anyOf: [
                object({
                  formErrors: { type: 'array', items: text },
                  fieldErrors: { type: 'object', additionalProperties: { type: 'array', items: text } },
                }),
                { type: 'null' },
              ],
              description: 'What is wrong with the input, by field.',
            },
            errorCode: { ...text, description: 'A machine’s word, where the refusal has one.' },
            retryAfter: { type: ['number', 'null'], description: 'Seconds to wait.' },
          },
          ['code', 'httpStatus', 'path', 'requestId', 'zodError'],
        ),
      }),
      meta,
    },
    ['json'],
  ),
})

const components = ({ shapes }: Answers) => ({
  schemas: {
    ...shapes,
    Refusal: refusal,
    SuperjsonMeta: {
      type: 'object',
      description: 'Which values of `json` are no plain JSON, such as `{"values": {"createdAt": ["Date"]}}`.',
    },
  },
  responses: {
    Refused: {
      description: ['Why there is no answer. Any call may be told:', refusals(commonErrors).join('\n')].join('\n\n'),
      content: { 'application/json': { schema: component('schemas', 'Refusal') } },
    },
    NoFile: { description: 'Why there is no answer.', content: { 'application/json': { schema: object({ message: text }) } } },
  },
  parameters: {
    LastEventId: {
      name: 'Last-Event-ID',
      in: 'header',
      description: 'Of the last event that came: the stream goes on there.',
      schema: text,
    },
  },
  securitySchemes,
})

/** The whole document, in the order of the procedures' names. */
const openApiDocument = (answers: Answers) => ({
  openapi: '3.1.0',
  info,
  servers: [{ url: '/' }],
  paths: {
    ...Object.fromEntries(
      procedures.map((procedure) => [
        `/api/trpc/${procedure.path}`,
        { [procedure.kind === 'mutation' ? 'post' : 'get']: operationOf(procedure, answers) },
      ]),
    ),
    ...Object.fromEntries(
      [...new Set(fileAddresses.map(({ path }) => path))].map((path) => [
        path,
        Object.fromEntries(fileAddresses.filter((each) => each.path === path).map((each) => [each.method, fileOperation(each)])),
      ]),
    ),
  },
  components: components(answers),
})

/** The text of the file: a line for each path and component, so that a change shows where it is. */
export function openApiText(answers: Answers): string {
  const { paths, components: parts, ...head } = openApiDocument(answers)
  const { schemas, ...others } = parts
  const lines = (of: object) =>
    Object.entries(of)
      .map(([key, value]) => `${JSON.stringify(key)}:${JSON.stringify(value)}`)
      .join(',\n')
  return `{\n${lines(head)},\n"paths":{\n${lines(paths)}\n},\n"components":{\n"schemas":{\n${lines(schemas)}\n},\n${lines(others)}\n}\n}\n`
}
