import * as z from 'zod'
import { shapeOf, type Answers } from './answers'
import type { ApiDescription } from './compatibility'
import { exampleOf } from './examples'
import type { JsonSchema } from './json-schema'
import { commonErrors, procedures, type Procedure } from './procedures'

/** The API's page for people, `/api/api.md`, and tests/api/wire-snapshot.json, from the router. */

export const DOCUMENT = 'public/api/api.md'
export const SNAPSHOT = 'tests/api/wire-snapshot.json'

/** True if the schema accepts a call without any input. */
export const takesNothing = (schema: NonNullable<Procedure['schema']>) => z.safeParse(schema, undefined).success

/** The description of today's procedures that becomes the snapshot. */
export const apiDescription: ApiDescription = Object.fromEntries(
  procedures.map(({ path, kind, access, schema, input }) => [
    path,
    { kind, access, inputOptional: !schema || takesNothing(schema), input },
  ]),
)

const WIDTH = 110

/** JSON with short values on one line. */
function compact(value: unknown, indent = ''): string {
  const line = JSON.stringify(value)
  if (typeof value !== 'object' || value === null || indent.length + line.length <= WIDTH) return spaced(line)
  const inner = `${indent}  `
  const parts = Array.isArray(value)
    ? value.map((each) => inner + compact(each, inner))
    : Object.entries(value).map(([key, each]) => `${inner}${JSON.stringify(key)}: ${compact(each, inner)}`)
  const [open, close] = Array.isArray(value) ? '[]' : '{}'
  return `${open}\n${parts.join(',\n')}\n${indent}${close}`
}

/** A space after each colon and comma that stands outside of texts. */
const spaced = (json: string) => json.replace(/"(?:[^"\\]|\\.)*"|[:,]/g, (part) => (part.length === 1 ? `${part} ` : part))

const code = (language: string, text: string) => `\`\`\`${language}\n${text}\n\`\`\``

/** Names the callers in words. */
export const who: Record<Procedure['access'], string> = {
  public: 'anybody',
  session: 'whoever has a session, even before its second factor is proven',
  enrolling: 'whoever is signed in, also an administrator who must add a second factor first',
  'signed in': 'whoever is signed in',
  'second factor': 'whoever is signed in and has proven a second factor',
  administrator: 'administrators',
}

function howToSend({ path, kind }: Procedure): string {
  if (kind === 'mutation') return `POST /api/trpc/${path}`
  return `GET /api/trpc/${path}`
}

/** Links to the description of a shape. */
const linkTo = (shape: string) => `[${shape}](#${shape.toLowerCase()}-shape)`

/** Which values a field has, in a few words; the fields of an object stand below it. */
function words(schema: JsonSchema): string {
  const shape = shapeOf(schema)
  if (shape !== undefined) return linkTo(shape)
  const { anyOf, allOf, type, enum: values, format, items, additionalProperties } = schema
  if ('const' in schema) return `\`${JSON.stringify(schema.const)}\``
  if (values) return values.map((value) => `\`${JSON.stringify(value)}\``).join(' or ')
  if (anyOf) return [...new Set(anyOf.map(words))].join(' or ')
  if (allOf) return [...new Set(allOf.map(words))].join(' with ')
  if (Array.isArray(type)) return type.map((each) => words({ type: each })).join(' or ')
  if (type === 'array') return items ? `list of ${words(items)}` : 'list'
  if (typeof additionalProperties === 'object') return `object of ${words(additionalProperties)} by name`
  return format === 'date-time' ? 'time' : (type ?? 'any value')
}

/** The objects of which a value of a schema is one, or that it holds. */
function objectsIn({ anyOf = [], allOf = [], items, properties, additionalProperties }: JsonSchema): JsonSchema[] {
  const held = typeof additionalProperties === 'object' ? [additionalProperties] : []
  const parts = [...anyOf, ...allOf, ...(items ? [items] : []), ...held].flatMap(objectsIn)
  return properties ? [{ properties }, ...parts] : parts
}

/** A line for each field, with those that it holds below it. */
function fieldLines(schema: JsonSchema, indent = ''): string[] {
  const objects = objectsIn(schema)
  return objects.flatMap(({ properties = {} }, index) => [
    ...(index > 0 ? [`${indent}- or with:`] : []),
    ...Object.entries(properties).flatMap(([name, field]) => {
      const inner = index > 0 ? `${indent}  ` : indent
      const about = field.description ? `: ${field.description.replaceAll(/\s+/g, ' ')}` : ''
      return [`${inner}- \`${name}\` ${words(field)}${about}`, ...fieldLines(field, `${inner}  `)]
    }),
  ])
}

function answerText(answer: JsonSchema | undefined): string {
  if (!answer) return 'Answer: a stream of events.'
  const lines = fieldLines(answer)
  return lines.length === 0 ? `Answer: ${words(answer)}.` : `Answer: ${words(answer)}\n\n${lines.join('\n')}`
}

function section(procedure: Procedure, answers: Answers): string {
  const { path, kind, access, recentProof, about, errors, input } = procedure
  const example = exampleOf(procedure)
  const inQuery = kind !== 'mutation'
  return [
    `### ${path}`,
    about,
    `A ${kind} for ${who[access]}${recentProof ? ', with a password or a code younger than ten minutes' : ''}. \`${howToSend(procedure)}\``,
    input ? `Input:\n\n${code('json', compact(input))}` : 'Input: none.',
    ...(example === undefined
      ? []
      : [
          `Example${inQuery ? ', percent-encoded in the query as `input`' : ', as the body'}:\n\n${code('json', compact({ json: example }))}`,
        ]),
    answerText(answers.byPath[path]),
    ...(Object.keys(errors).length === 0 ? [] : [`Errors:\n\n${errorList(errors)}`]),
  ].join('\n\n')
}

const errorList = (errors: Procedure['errors']) =>
  Object.entries(errors)
    .map(([name, when]) => `- \`${name}\`${when ? `: ${when}` : ''}`)
    .join('\n')

const intro = `# The API

Every call goes to \`/api/trpc/<procedure>\` (tRPC 11). The build makes this page from the router. A test (\`tests/unit/api-docs.test.ts\`)
refuses a change that breaks clients of the procedures as they were (\`${SNAPSHOT}\`). What may come at any time: further procedures, further fields that may be left out, further values
that are taken, and further fields in answers.

## Calls

Inputs and answers are superjson: the value stands under \`json\`, and \`meta\` names what JSON has no type for, such as times.

- A **mutation** is a \`POST\` with \`Content-Type: application/json\` and the input as its body.
- A **query** is a \`GET\` with the input, percent-encoded, as \`?input=\`. One that names many rows (\`machines.previewAdjustment\`)
  is answered by \`POST\` too, as a mutation is.
- A **subscription** is a \`GET\` whose answer is a stream of server-sent events; with \`Last-Event-ID\` or \`lastEventId\` it goes on
  where it broke off.
- Up to ten calls go in one request: \`/api/trpc/a,b?batch=1\`, with inputs by number (\`{"0": {"json": …}, "1": …}\`).

${code(
  'sh',
  `curl -s localhost:3000/api/trpc/auth.signIn -H 'Content-Type: application/json' \\
  -d '{"json": {"email": "…", "password": "…"}}'
curl -s localhost:3000/api/trpc/orders.list -H 'Authorization: Bearer <accessToken>'
curl -s 'localhost:3000/api/trpc/products.search?input=%7B%22json%22%3A%7B%22search%22%3A%22s21%22%7D%7D'`,
)}

An answer is \`{"result": {"data": {"json": …}}}\`.

The same is described as OpenAPI 3.1 at \`/api/openapi.json\`, for programs and for generators of clients, and shown in the back
office at \`/admin/integrations/api\`. A field whose type is 'time' is a text such as \`2026-11-25T09:00:00.000Z\`.

## API keys

A program that runs by itself has a key, which an administrator makes at \`/admin/integrations\` (or \`keys.create\`), with scopes such as
\`orders:read\`, an end and networks if wanted. It sends the key as \`Authorization: Bearer mhs_…\`, with calls and for files, CSV and PDF
alike, and nowhere else. A key does what both its scopes and its creator's allow: 'write' has 'read' in it. It opens nothing of a
person's own account, no subscription, and nothing that asks for a recent proof. A key may make 3,000 calls in five minutes.

## Sessions of programs

An access token lasts 15 minutes; \`auth.refresh\` exchanges the refresh token for the next pair, each token once. Tokens are
ES256 and can be checked by \`/.well-known/jwks.json\`; issuer and audience are the site's public address. Ending the session
(\`auth.signOut\`, another password) ends its tokens at their next call. An administrator's session ends after 12 hours, and
after 30 minutes without a call.

What changes how an account is entered (factors, recovery codes, the password, making an administrator, another user's
sessions and factors) wants a password or a code younger than ten minutes, else \`FORBIDDEN\` with \`errorCode\`
\`reauthentication_needed\`. \`auth.reauthenticate {password}\` gives it, or a code by \`auth.mfa.challenge\` and
\`auth.mfa.verify\` where the account has a second factor; both answer new tokens.

A program that creates something (\`products.create\`, \`machines.create\`, \`views.save\`, \`imports.start\`, \`auth.signUp\`) may send
an \`idempotencyKey\` of its own with the input: sent again within a day, it gets the first answer and nothing is created twice.

Where a call takes a \`version\`, it is that of the row as it was read: another change since then answers \`CONFLICT\`.

## Errors

${code(
  'json',
  `{"error": {"json": {
  "code": -32600,
  "message": "a sentence for people",
  "data": {
    "code": "BAD_REQUEST", "httpStatus": 400, "path": "orders.updateStatus", "requestId": "…",
    "zodError": {"formErrors": [], "fieldErrors": {"status": ["…"]}},
    "errorCode": "a machine's word, where the refusal has one", "retryAfter": null
  }
}}}`,
)}

Any call may answer:

${errorList(commonErrors)}

`

function shapeText(shape: JsonSchema): string {
  const lines = fieldLines(shape)
  return [shape.description, lines.length > 0 ? lines.join('\n') : words(shape)].filter(Boolean).join('\n\n')
}

/** The whole page. */
export function apiDocument(answers: Answers): string {
  const table = procedures.map(
    ({ path, kind, access, about }) => `| [\`${path}\`](#${path.toLowerCase().replaceAll('.', '')}) | ${kind} | ${access} | ${about} |`,
  )
  return [
    intro.trimEnd(),
    `## Procedures\n\n| procedure | kind | who may call | what it does |\n| --- | --- | --- | --- |\n${table.join('\n')}`,
    ...procedures.map((procedure) => section(procedure, answers)),
    '## Shapes of answers',
    ...Object.entries(answers.shapes).map(([name, shape]) => [`### ${name} (shape)`, shapeText(shape)].join('\n\n')),
    '',
  ].join('\n\n')
}

/** The text of the snapshot's file. */
export const snapshotText = (of: ApiDescription) => `${JSON.stringify(of, null, 2)}\n`
