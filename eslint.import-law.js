/**
 * The import law: who may import whom, and where code belongs that wants more.
 *
 *   contracts → lib → components → features → pages, and server beside them; env is server's alone.
 */

const folder = (type, pattern, capture) => ({ type, pattern, partialMatch: false, ...(capture && { capture }) })

export const elements = [
  folder('contracts', 'src/contracts'),
  folder('lib', 'src/lib'),
  folder('content', 'src/content'),
  folder('styles', 'src/styles'),
  folder('components', 'src/components'),
  folder('feature', 'src/features/*', ['noun']),
  folder('trpc', 'src/trpc'),
  folder('generated', 'src/generated'),
  folder('server', 'src/server'),
  folder('pages', 'src/pages'),
  // A pattern does not reach into a folder whose name begins with a dot.
  folder('pages', 'src/pages/.well-known'),
]

export const files = [
  { category: 'environment', pattern: 'src/env.ts' },
  { category: 'start-up', pattern: 'src/instrumentation.ts' },
  { category: 'list-contract', pattern: 'src/contracts/list.ts' },
  { category: 'settings-contract', pattern: 'src/contracts/settings.ts' },
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

/** The last policy that matches decides, so each layer's refusal comes first and its permissions after. */
export const policies = [
  ...law(
    layer('contracts'),
    'contracts/ imports zod and its siblings, nothing else. A helper that a contract needs is written in contracts/; a rule that needs more than data belongs in server/ or features/.',
    to({ module: { origin: 'external', source: 'zod' } }),
  ),
  ...law(
    layer('lib'),
    'lib/ holds pure helpers and imports packages and contracts/ only. What knows a component belongs in components/, what knows a noun in features/<noun>/, what needs Node or data in server/.',
    to(layer('contracts'), packages),
  ),
  ...law(
    layer('content'),
    'content/ is page copy and imports nothing. Pass what it needs as props where it is shown, in features/ or pages/.',
  ),
  ...law(
    layer('components'),
    'components/ know no noun: they import components/, lib/ and contracts/list (and the types of contracts/settings). Move what knows a noun to features/<noun>/, or pass it in as a prop.',
    to(layer('lib', 'styles'), file('list-contract'), packages),
    typesOf(file('settings-contract')),
  ),
  ...law(
    layer('feature'),
    'A feature imports components/, lib/, contracts/, content/ and trpc/, never another feature nor the server. What two features share belongs in components/ (looks), lib/ (helpers) or contracts/ (rules); data comes through trpc/.',
    to(layer('components', 'lib', 'contracts', 'content', 'trpc', 'styles'), packages),
  ),
  ...law(
    layer('trpc'),
    'trpc/ is the typed client: it imports contracts/, lib/ and the types of server/ (`import type`). Code of the server stays in server/.',
    to(layer('contracts', 'lib'), packages),
    typesOf(layer('server')),
  ),
  ...law(
    layer('server'),
    'server/ never imports UI: it imports contracts/, lib/ and env. Share rules through contracts/ and helpers through lib/.',
    to(layer('contracts', 'lib', 'generated'), file('environment'), packages, node),
  ),
  ...law(
    layer('pages'),
    'Nothing may be missing here: a page imports every layer but another page. What two pages share belongs in features/ or components/.',
    to(layer('components', 'feature', 'lib', 'contracts', 'content', 'trpc', 'styles', 'server'), file('environment'), packages, node),
  ),
  ...law(
    file('environment'),
    'env.ts imports zod and contracts only: everything else may depend on it.',
    to(layer('contracts'), packages, node),
  ),
  ...law(
    file('start-up'),
    'instrumentation.ts starts what server/ offers; write the rest there.',
    to(layer('server'), file('environment')),
  ),
]
