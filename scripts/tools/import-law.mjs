/**
 * The import law: who may import whom, and where code belongs that wants more.
 *
 *   contracts → lib → components → features → pages, and server beside them; env is server's alone.
 *
 * Inside server four floors, each of which knows only those below it:
 *
 *   platform → subjects → api → http; services.ts names what a process has, create-services.ts puts it together.
 *
 * Eight subjects have a room on each of three floors, and `arrows` says which of them knows which other.
 */

const folder = (type, pattern) => ({ type, pattern, partialMatch: false })

/**
 * The subjects that each subject knows, on each floor. A subject stands below those that know it: there are no circles, so what would
 * make one is passed in, or moves to the one above.
 */
export const arrows = {
  contracts: {
    identity: [],
    catalogue: [],
    site: ['identity', 'catalogue'],
    credit: [],
    billing: ['credit'],
    stock: ['catalogue'],
    cases: ['identity', 'catalogue', 'credit', 'billing', 'stock'],
    office: ['identity', 'catalogue', 'stock', 'cases'],
  },
  server: {
    identity: [],
    catalogue: ['identity'],
    site: ['identity', 'catalogue'],
    credit: ['identity', 'catalogue'],
    billing: ['identity', 'catalogue', 'credit'],
    stock: ['identity', 'catalogue', 'billing'],
    cases: ['identity', 'catalogue', 'credit', 'billing', 'stock'],
    office: ['identity', 'catalogue', 'site', 'credit', 'billing', 'stock', 'cases'],
  },
  features: {
    catalogue: [],
    site: ['catalogue'],
    credit: [],
    billing: ['credit'],
    stock: ['credit', 'billing'],
    cases: ['credit', 'billing', 'stock'],
    identity: ['credit', 'billing'],
    office: ['credit', 'billing', 'stock'],
  },
}

const subjects = Object.keys(arrows.server)
const types = (floor) => subjects.map((subject) => `${floor}-${subject}`)
const [contractTypes, subjectTypes, featureTypes] = ['contracts', 'server', 'features'].map(types)
const rooms = (floor) => subjects.map((subject) => folder(`${floor}-${subject}`, `src/${floor}/${subject}`))

export const elements = [
  ...rooms('contracts'),
  folder('contracts', 'src/contracts'),
  folder('lib', 'src/lib'),
  folder('content', 'src/content'),
  folder('styles', 'src/styles'),
  folder('types', 'src/types'),
  folder('components', 'src/components'),
  ...rooms('features'),
  folder('trpc', 'src/trpc'),
  folder('generated', 'src/generated'),
  // The first that fits: what has one way in stands before the floor that it is on.
  folder('streams', 'src/server/platform/streams'),
  folder('engine', 'src/server/platform/records'),
  folder('engine', 'src/server/platform/outbox'),
  folder('engine', 'src/server/platform/email-texts'),
  folder('platform', 'src/server/platform'),
  folder('response-cache', 'src/server/http/response-cache'),
  folder('http', 'src/server/http'),
  folder('api', 'src/server/api'),
  folder('settings', 'src/server/site/settings'),
  folder('case-base', 'src/server/cases/base'),
  ...rooms('server'),
  folder('demo', 'src/server/demo'),
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
  { category: 'field-descriptions', pattern: 'src/contracts/field-description.ts' },
  { category: 'settings-contract', pattern: 'src/contracts/site/settings.ts' },
  // The files of a feature that other features may import, one for each place.
  { category: 'feature-entry', pattern: 'src/features/catalogue/cart/cart-button.tsx' },
  { category: 'feature-entry', pattern: 'src/features/stock/claims/waiting-claims.tsx' },
  { category: 'feature-entry', pattern: 'src/features/stock/units/unit-card.tsx' },
  { category: 'feature-entry', pattern: 'src/features/stock/parts/case-parts.tsx' },
  { category: 'feature-entry', pattern: 'src/features/stock/scanning/scan-field.tsx' },
  { category: 'feature-entry', pattern: 'src/features/credit/credit-parts.tsx' },
  { category: 'feature-entry', pattern: 'src/features/credit/office/approval-note.tsx' },
  { category: 'feature-entry', pattern: 'src/features/billing/bill-parts.tsx' },
  { category: 'streams-entry', pattern: 'src/server/platform/streams/streams.ts' },
  { category: 'response-cache-entry', pattern: 'src/server/http/response-cache/response-cache.ts' },
  // Loaded with the calls, later than the pages.
  { category: 'response-cache-entry', pattern: 'src/server/http/response-cache/cached-queries.ts' },
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

/** Rooms that several subjects of the server may import: the site's settings, and the customers of cases. */
const bases = ['settings', 'case-base']
/** The parts of the platform that subjects below may import. */
const base = ['platform', 'engine']
const allContracts = ['contracts', ...contractTypes]
const allSubjects = [...bases, ...subjectTypes]
const server = ['http', 'response-cache', 'api', ...allSubjects, 'demo', ...base, 'streams', 'server']

/** The rooms that a subject's room knows on its floor. */
const known = (floor, subject) => arrows[floor][subject].map((other) => `${floor}-${other}`)
/** The subjects that know whose a case is. */
const knowsCases = ['credit', 'billing', 'stock', 'cases', 'office']
/** One law for each subject of a floor. */
const lawOfEach = (floor, message, allowed) =>
  subjects.flatMap((subject) =>
    law(
      layer(`${floor}-${subject}`),
      `${message} Of the others on this floor ${subject} knows ${known(floor, subject).length === 0 ? 'none' : arrows[floor][subject].join(', ')}.`,
      ...allowed(subject),
    ),
  )

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
    'contracts/ imports zod and its siblings, nothing else (ibantools checks the numbers of banks in the schema of form and router). What knows a subject belongs in contracts/<subject>/. A helper that a contract needs is written in contracts/; a rule that needs more than data belongs in server/ or features/.',
    to(layer('contracts'), { module: { origin: 'external', source: ['zod', 'ibantools'] } }),
  ),
  ...lawOfEach(
    'contracts',
    'contracts/ imports zod and its siblings, nothing else. A helper that a contract needs is written in contracts/; a rule that needs more than data belongs in server/ or features/.',
    (subject) => [to(layer('contracts', ...known('contracts', subject)), { module: { origin: 'external', source: ['zod', 'ibantools'] } })],
  ),
  ...law(
    layer('lib'),
    'lib/ holds pure helpers and imports packages and contracts/ only. What knows a component belongs in components/, what knows a subject in features/<subject>/, what needs Node or data in server/.',
    to(layer(...allContracts), packages),
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
  ...lawOfEach(
    'features',
    'A feature imports components/, lib/, contracts/, content/ and trpc/, never the insides of another feature nor the server. What two features share belongs in components/ (looks), lib/ (helpers) or contracts/ (rules); a file that one subject shows inside another is named in scripts/tools/import-law.mjs, one for each place; data comes through trpc/.',
    (subject) => [
      ...(known('features', subject).length === 0 ? [] : [to({ ...layer(...known('features', subject)), ...file('feature-entry') })]),
      to(layer('components', 'lib', ...allContracts, 'content', 'trpc', 'styles'), packages),
    ],
  ),
  ...law(
    layer('trpc'),
    'trpc/ is the typed client: it imports contracts/, lib/ and the types of server/ (`import type`). Code of the server stays in server/.',
    to(layer(...allContracts, 'lib'), packages),
    typesOf(layer(...server)),
  ),
  ...law(
    layer('platform', 'streams'),
    'platform/ knows no subject: it imports packages, lib/, env and the contracts of no subject, and neither a subject, services.ts, api/ nor http/. Take what a subject knows as an argument, or move the code to src/server/<subject>/.',
    to(layer('platform', 'lib', 'generated', 'contracts'), file('environment'), packages, node),
  ),
  ...law(
    layer('engine'),
    'An engine (records, outbox, email-texts) does for all subjects what each declares: it imports platform/, contracts/, lib/ and the names of services, never a subject. Take what a subject does as an argument.',
    to(layer(...base, ...allContracts, 'lib', 'generated'), file('services'), file('call'), file('environment'), packages, node),
  ),
  ...law(
    layer('settings'),
    'site/settings is what every subject reads of the site: it imports platform/, contracts/ and lib/, and no subject.',
    to(layer(...base, ...allContracts, 'lib', 'generated'), file('services'), file('call'), packages, node),
  ),
  ...law(
    layer('case-base'),
    'cases/base is what money, stock and the rest of cases know of a case: whose it is, its standing, its emails and links. It imports platform/, identity/, site/settings/, contracts/ and lib/.',
    to(layer(...base, 'settings', 'server-identity', ...allContracts, 'lib', 'generated'), file('services'), file('call'), packages, node),
  ),
  ...lawOfEach(
    'server',
    'A subject knows the platform and the subjects below it, not the API nor HTTP, and never UI: it imports platform/, services.ts (types), contracts/, lib/ and env. What parses a call belongs in api/, what answers a request in http/; what a subject above does is taken as an argument.',
    (subject) => [
      to(
        layer(...base, ...known('server', subject), 'settings', ...allContracts, 'lib', 'generated'),
        file('services'),
        file('call'),
        file('environment'),
        packages,
        node,
      ),
      ...(knowsCases.includes(subject) ? [to(layer('case-base'))] : []),
    ],
  ),
  ...law(
    layer('demo'),
    'demo/ fills a shop with examples, for tests too: it imports the subjects whose rows it makes.',
    to(
      layer(...base, ...allSubjects, ...allContracts, 'lib', 'generated'),
      file('services'),
      file('call'),
      file('environment'),
      packages,
      node,
    ),
  ),
  ...law(
    file('services'),
    'services.ts names what a process has, by types alone; create-services.ts puts it together.',
    typesOf(layer(...base, ...allSubjects)),
  ),
  ...law(
    file('call'),
    'call.ts names what use cases take, a call of somebody: it imports services.ts, identity/ and the platform.',
    to(layer(...base, ...allSubjects, 'generated'), file('services'), packages, node),
  ),
  ...law(
    file('composition'),
    'create-services.ts puts the services together and does nothing else: write what it needs in platform/ or in a subject.',
    to(layer(...base, ...allSubjects), file('services'), file('environment'), packages, node),
  ),
  ...law(
    file('tester'),
    'testing.ts opens a shop for tests: it puts services and callers together, and neither listens nor draws.',
    to(
      layer('api', ...allSubjects, 'demo', ...base, ...allContracts, 'lib', 'generated'),
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
      layer('api', ...allSubjects, ...base, ...allContracts, 'lib', 'generated'),
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
    to(layer('http', 'api', ...allSubjects, 'demo', ...base, ...allContracts, 'lib', 'generated'), file('services'), file('composition')),
    to(file('environment'), packages, node),
  ),
  ...law(
    layer('pages'),
    'Nothing may be missing here: a page imports every layer but another page. What two pages share belongs in features/ or components/.',
    to(
      layer('components', ...featureTypes, 'lib', ...allContracts, 'content', 'trpc', 'styles', ...server),
      file('environment'),
      packages,
      node,
    ),
  ),
  ...law(
    layer('types'),
    'types/ holds declarations of modules that have none, and imports the types of packages and of Node alone.',
    to(packages, node),
  ),
  ...law(
    file('environment'),
    'env.ts imports zod, contracts and its own env-values.ts only: everything else may depend on it.',
    to(layer(...allContracts), file('environment-values'), packages, node),
  ),
  ...law(
    file('environment-values'),
    'env-values.ts says how single variables are read, for env.ts alone.',
    to(layer(...allContracts), packages, node),
  ),
  ...law(
    file('start-up'),
    'instrumentation.ts starts what server/ offers; write the rest there.',
    to(layer(...server), file('environment')),
  ),
  ...insides('streams', 'streams-entry', 'platform/streams/streams.ts', ...base, ...allSubjects, 'api', 'http', 'response-cache', 'pages'),
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
