import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'

/** Names that the site stores in a browser, as its code says them, against the table of the cookie policy: the next name must be there. */

interface Source {
  file: string
  text: string
}

const sources: Source[] = readdirSync('src', { recursive: true, encoding: 'utf8' })
  .map((file) => file.replaceAll('\\', '/'))
  .filter((file) => /\.tsx?$/.test(file) && !file.startsWith('generated/'))
  .map((file) => ({ file, text: readFileSync(join('src', file), 'utf8') }))

/** Calls that store something under the name that is their first argument. */
const stores = [/\b(?:local|session)Storage\.setItem\(\s*([^,]+),/g, /\buseStored\(([^)]+)\)/g, /\bcookieName\(([^,]+),/g]

/** Cookies of a request are set by a jar, in the files that import it. */
const jarSets = /\b(?:cookies(?:\([^)]*\))?|jar)\.set\(\s*([^,]+),/g

const callsIn = ({ text }: Source) => (text.includes('/cookie-jar') ? [...stores, jarSets] : stores)

/** Helpers make those calls for others: the caller's name counts. */
const helpers = new Set(['lib/use-stored.ts', 'server/identity/auth/cookie-jar.ts'])

const valueOf = (text: string, name: string) => new RegExp(`\\b${name}(?:: string)? ?[=:] '([^']+)'`).exec(text)?.[1]

/** The name that an argument stands for; one that varies ends with an ellipsis. */
function nameOf(argument: string, { file, text }: Source): string {
  const literal = /^'([^']+)'$/.exec(argument)?.[1] ?? /^`([^`$]+)\$\{[^`]+\}`$/.exec(argument)?.[1]?.concat('…')
  const [, property] = /^\w+\.(\w+)$/.exec(argument) ?? []
  const tables = sources.flatMap((source) => /const \w*Keys = \{[^}]*\}/.exec(source.text)?.[0] ?? [])
  const exported = () => sources.flatMap((source) => valueOf(source.text, `export const ${argument}`) ?? [])[0]
  const constant = () => valueOf(text, argument) ?? exported()
  const known = literal ?? (property === undefined ? constant() : tables.flatMap((keys) => valueOf(keys, property) ?? [])[0])
  if (known === undefined) throw new Error(`src/${file} stores something under ${argument}: say its name so that this test finds it`)
  return known
}

const stored = () =>
  sources
    .filter(({ file }) => !helpers.has(file))
    .flatMap((source) =>
      callsIn(source).flatMap((call) => [...source.text.matchAll(call)].map(([, argument = '']) => nameOf(argument.trim(), source))),
    )

it('the cookie policy names all that the site stores, and nothing else', () => {
  const policy = readFileSync('src/content/legal/cookie-policy.mdx', 'utf8')
  const [, table = ''] = policy.split('## What this site stores itself')
  const named = [...table.matchAll(/^\| (?:Cookie )?`([^`]+)` \|/gm)].map(([, name = '']) => name)
  expect(named).toEqual([...new Set(named)])
  expect(named.toSorted()).toEqual([...new Set(stored())].toSorted())
})

it('nothing is stored by another way', () => {
  const other =
    /indexedDB|caches\.open|cookieStore|document\.cookie\s*=|\b(?:local|session)Storage\s*\[|assign\(\s*(?:local|session)Storage/
  // It removes the cookies of the tag.
  expect(sources.filter(({ text }) => other.test(text)).map(({ file }) => file)).toEqual(['features/site/cookie-consent/google-tag.ts'])
  // Cookies of the server have their names from cookieName, whose calls count above.
  const setting = sources.filter(({ text }) => /(?:append|set)Header\(\s*['"]Set-Cookie/i.test(text))
  for (const { file, text } of setting) expect(text, file).toContain('cookieName(')
})
