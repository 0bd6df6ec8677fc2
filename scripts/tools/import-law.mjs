/**
 * The import law: who may import whom, and where code belongs that wants more.
 *
 *   contracts → lib → components → features → pages, and server beside them; env is server's alone.
 *
 * Inside server four floors, each of which knows only those below it:
 *
 *   platform → subjects → api → http; services.ts names what a process has, create-services.ts puts it together.
 */

const folder = (type, pattern, capture) => ({ type, pattern, partialMatch: false, ...(capture && { capture }) })

export const elements = [
  folder('contracts', 'src/contracts'),
  folder('lib', 'src/lib'),
  folder('content', 'src/content'),
  folder('styles', 'src/styles'),
  folder('types', 'src/types'),
  folder('components', 'src/components'),
  folder('feature', 'src/features/*', ['subject']),
  folder('trpc', 'src/trpc'),
  folder('generated', 'src/generated'),
  // The first that fits: what has one way in stands before the floor that it is on.
  folder('streams', 'src/server/platform/streams'),
  folder('platform', 'src/server/platform'),
  folder('response-cache', 'src/server/http/response-cache'),
  folder('http', 'src/server/http'),
  folder('api', 'src/server/api'),
  folder('subject', 'src/server/*', ['subject']),
  folder('server', 'src/server'),
  folder('pages', 'src/pages'),
  // A pattern does not reach into a folder whose name begins with a dot.
  folder('pages', 'src/pages/.well-known'),
]

export const files = [
  { category: 'environment', pattern: 'src/env.ts' },
  { category: 'environment-values', pattern: 'src/env-values.ts' },
  { category: 'start-up', pattern: 'src/instrumentation.ts' },
  { category: 'list-contract', pattern: 'src/contracts/list-page.ts' },
  { category: 'field-contract', pattern: 'src/contracts/fields.ts' },
  { category: 'field-contract', pattern: 'src/contracts/email-address.ts' },
  { category: 'field-contract', pattern: 'src/contracts/numbers.ts' },
  { category: 'field-contract', pattern: 'src/contracts/parcel-numbers.ts' },
  { category: 'field-contract', pattern: 'src/contracts/phone-numbers.ts' },
  { category: 'field-descriptions', pattern: 'src/contracts/field-description.ts' },
  { category: 'settings-contract', pattern: 'src/contracts/site/settings.ts' },
  // The files of a feature that other features may import, one for each place.
  { category: 'feature-entry', pattern: 'src/features/catalogue/cart/cart-button.tsx' },
  { category: 'feature-entry', pattern: 'src/features/stock/claims/waiting-claims.tsx' },
  { category: 'feature-entry', pattern: 'src/features/stock/units/unit-card.tsx' },
  { category: 'feature-entry', pattern: 'src/features/stock/parts/case-parts.tsx' },
  { category: 'feature-entry', pattern: 'src/features/stock/scanning/scan-field.tsx' },
  { category: 'feature-entry', pattern: 'src/features/credit/credit-parts.tsx' },
  { category: 'streams-entry', pattern: 'src/server/platform/streams/streams.ts' },
  { category: 'response-cache-entry', pattern: 'src/server/http/response-cache/response-cache.ts' },
  { category: 'services', pattern: 'src/server/services.ts' },
  { category: 'call', pattern: 'src/server/call.ts' },
  { category: 'composition', pattern: 'src/server/create-services.ts' },
  { category: 'tester', pattern: 'src/server/testing.ts' },
]

const layer = (...types) => ({ element: { types: { anyOf: types } } })
const file = (category) => ({ file: { categories: category } })
const packages = { module: { origin: 'external' } }
const node = { module: { origin: 'core' } }

/** Everything that `from` may import is listed in `allow`; the message says where the rest belongs. */
const law = (from, message, ...allow) => [
  { from, disallow: { to: { module: { origin: '*' } } }, message },
  ...allow.map((selector) => ({ from, allow: selector })),
]
const to = (...selectors) => ({ to: selectors })
const typesOf = (...selectors) => ({ to: selectors, dependency: { kind: 'type' } })

const server = ['http', 'response-cache', 'api', 'subject', 'platform', 'streams', 'server']

/** The modules of a mechanism import each other; everybody else imports its entry alone. */
const insides = (type, entry, path, ...others) => [
  {
    from: layer(...others),
    disallow: to(layer(type)),
    message: `Nothing knows the insides of ${path.split('/').at(-2)}/: import server/${path}, and offer there what is missing.`,
  },
  { from: layer(...others), allow: to(file(entry)) },
  { from: layer(type), allow: to(layer(type)) },
]

/** The last policy that matches decides, so each layer's refusal comes first and its permissions after. */
export const policies = [
  ...law(
    layer('contracts'),
    'contracts/ imports zod and its siblings, nothing else (ibantools checks the numbers of banks in the schema of form and router). A helper that a contract needs is written in contracts/; a rule that needs more than data belongs in server/ or features/.',
    to({ module: { origin: 'external', source: ['zod', 'ibantools'] } }),
  ),
  ...law(
    layer('lib'),
    'lib/ holds pure helpers and imports packages and contracts/ only. What knows a component belongs in components/, what knows a subject in features/<subject>/, what needs Node or data in server/.',
    to(layer('contracts'), packages),
  ),
  ...law(
    layer('content'),
    'content/ is page copy and imports nothing. Pass what it needs as props where it is shown, in features/ or pages/.',
  ),
  ...law(
    layer('components'),
    'components/ know no subject: they import components/, lib/, contracts/list-page and contracts/field-description (and the types of contracts/site/settings). Move what knows a subject to features/<subject>/, or pass it in as a prop.',
    to(layer('lib', 'styles'), file('list-contract'), file('field-descriptions'), packages),
    typesOf(file('settings-contract')),
  ),
  ...law(
    layer('feature'),
    'A feature imports components/, lib/, contracts/, content/ and trpc/, never the insides of another feature nor the server. What two features share belongs in components/ (looks), lib/ (helpers) or contracts/ (rules); a file that one subject shows inside another is named in scripts/tools/import-law.mjs, one for each subject; data comes through trpc/.',
    to(file('feature-entry')),
    to(layer('components', 'lib', 'contracts', 'content', 'trpc', 'styles'), packages),
  ),
  ...law(
    layer('trpc'),
    'trpc/ is the typed client: it imports contracts/, lib/ and the types of server/ (`import type`). Code of the server stays in server/.',
    to(layer('contracts', 'lib'), packages),
    typesOf(layer(...server)),
  ),
  ...law(
    layer('platform', 'streams'),
    'platform/ knows no subject: it imports packages, lib/, env and the contracts of fields and lists, and neither a subject, services.ts, api/ nor http/. Take what a subject knows as an argument, or move the code to src/server/<subject>/.',
    to(layer('platform', 'lib', 'generated'), file('environment'), file('list-contract'), file('field-contract'), packages, node),
  ),
  ...law(
    layer('subject'),
    'A subject knows the platform and other subjects, not the API nor HTTP, and never UI: it imports platform/, src/server/<subject>/, services.ts (types), contracts/, lib/ and env. What parses a call belongs in api/, what answers a request in http/.',
    to(layer('platform', 'subject', 'contracts', 'lib', 'generated'), file('services'), file('call'), file('environment'), packages, node),
  ),
  ...law(
    file('services'),
    'services.ts names what a process has, by types alone; create-services.ts puts it together.',
    typesOf(layer('platform', 'subject')),
  ),
  ...law(
    file('call'),
    'call.ts names what use cases take, a call of somebody: it imports services.ts, identity/ and the platform.',
    to(layer('platform', 'subject', 'generated'), file('services'), packages, node),
  ),
  ...law(
    file('composition'),
    'create-services.ts puts the services together and does nothing else: write what it needs in platform/ or in a subject.',
    to(layer('platform', 'subject'), file('services'), file('environment'), packages, node),
  ),
  ...law(
    file('tester'),
    'testing.ts opens a shop for tests: it puts services and callers together, and neither listens nor draws.',
    to(
      layer('api', 'subject', 'platform', 'contracts', 'lib', 'generated'),
      file('services'),
      file('composition'),
      file('environment'),
      packages,
      node,
    ),
  ),
  ...law(
    layer('api'),
    'api/ knows subjects and the platform, not HTTP nor UI: what listens, answers a request or caches a response belongs in http/.',
    to(
      layer('api', 'subject', 'platform', 'contracts', 'lib', 'generated'),
      file('services'),
      file('call'),
      file('environment'),
      packages,
      node,
    ),
  ),
  ...law(
    layer('http', 'response-cache'),
    'http/ imports everything of server/ and never UI. Share rules through contracts/ and helpers through lib/.',
    to(layer('http', 'api', 'subject', 'platform', 'contracts', 'lib', 'generated'), file('services'), file('composition')),
    to(file('environment'), packages, node),
  ),
  ...law(
    layer('pages'),
    'Nothing may be missing here: a page imports every layer but another page. What two pages share belongs in features/ or components/.',
    to(layer('components', 'feature', 'lib', 'contracts', 'content', 'trpc', 'styles', ...server), file('environment'), packages, node),
  ),
  ...law(
    layer('types'),
    'types/ holds declarations of modules that have none, and imports the types of packages and of Node alone.',
    to(packages, node),
  ),
  ...law(
    file('environment'),
    'env.ts imports zod, contracts and its own env-values.ts only: everything else may depend on it.',
    to(layer('contracts'), file('environment-values'), packages, node),
  ),
  ...law(
    file('environment-values'),
    'env-values.ts says how single variables are read, for env.ts alone.',
    to(layer('contracts'), packages, node),
  ),
  ...law(
    file('start-up'),
    'instrumentation.ts starts what server/ offers; write the rest there.',
    to(layer(...server), file('environment')),
  ),
  ...insides('streams', 'streams-entry', 'platform/streams/streams.ts', 'platform', 'subject', 'api', 'http', 'response-cache', 'pages'),
  ...insides('response-cache', 'response-cache-entry', 'http/response-cache/response-cache.ts', 'http', 'pages'),
]

/** A policy concerns a folder if its `from` names the folder, or a file in it. */
const concerns = ({ type, pattern }, { from }) =>
  from.element
    ? from.element.types.anyOf.includes(type)
    : files.some(({ category, pattern: path }) => category === from.file.categories && path.startsWith(`${pattern}/`))

/**
 * Each folder's files with the policies that can concern them, a few of all: trying every policy on every import takes longer
 * than reading the files. Of two folders that a file is in, the law takes the first and ESLint the last.
 */
export const lawsByFolder = elements.toReversed().map((element) => ({
  files: [`${element.pattern}/**/*.{ts,tsx}`],
  policies: policies.filter((policy) => concerns(element, policy)),
}))
