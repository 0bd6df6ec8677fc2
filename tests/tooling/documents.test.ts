import { execFileSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, it } from 'vitest'

const FOLDER = 'docs/decisions'
const records = readdirSync(FOLDER)
  .filter((name) => name !== 'README.md')
  .sort()
const numbers = new Set(records.map((name) => name.slice(0, 3)))
const textOf = (name: string) => readFileSync(join(FOLDER, name), 'utf8')
const index = textOf('README.md')

const head = /^# (?<number>\d{3}) (?<title>.+)\n\n(?!#)/
const MOST_LINES = 60

/** All files that belong to the project, by its own rules of what does not. */
const tracked = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], { encoding: 'utf8' })
  .split('\n')
  .filter((path) => /\.(?:tsx?|mjs|js|md|mdx|sql|prisma|json|ya?ml|css|conf|example)$|Dockerfile$/.test(path) && existsSync(path))

describe('the decisions', () => {
  it('are numbered without gaps', () => {
    expect(records.map((name) => Number(name.slice(0, 3)))).toEqual(records.map((_, at) => at + 1))
  })

  it.each(records)('%s has its number, a title and a reason, is short, and stands in the index', (name) => {
    const text = textOf(name)
    const { number, title } = head.exec(text)?.groups ?? {}
    expect(number).toBe(name.slice(0, 3))
    expect(text.split('\n').length).toBeLessThanOrEqual(MOST_LINES)
    const row = index.split('\n').find((line) => line.includes(`](${name})`)) ?? ''
    expect(row.split('|').map((cell) => cell.trim())).toEqual(['', number, `[${title ?? ''}](${name})`, ''])
  })

  it('that the tree refers to exist', () => {
    const unknown = tracked.flatMap((path) =>
      [...readFileSync(path, 'utf8').matchAll(/decisions\/(\d{3}(?:(?:, | and )\d{3})*)/g)]
        .flatMap(([, found = '']) => found.split(/, | and /))
        .filter((number) => !numbers.has(number))
        .map((number) => `${path}: ${number}`),
    )
    expect(unknown).toEqual([])
  })
})

describe('the requirements', () => {
  const sections = new Set([...readFileSync('docs/requirements.md', 'utf8').matchAll(/^## (\d+)\. /gm)].map(([, number]) => number))

  it('are cited by sections that there are', () => {
    const cited = tracked.flatMap((path) =>
      [...readFileSync(path, 'utf8').matchAll(/[rR]equirements §(\d+)/g)].map(([, number]) => ({ path, number })),
    )
    expect(cited.length).toBeGreaterThan(100)
    expect(cited.filter(({ number }) => !sections.has(number))).toEqual([])
  })

  it('are what is cited, and no specification that is not here', () => {
    const word = new RegExp(['\\bspec', '§'].join(' '), 'i')
    expect(tracked.filter((path) => word.test(readFileSync(path, 'utf8')))).toEqual([])
  })
})

describe('the documents', () => {
  it('lead to files that exist', () => {
    const broken = tracked
      .filter((path) => path.endsWith('.md'))
      .flatMap((path) =>
        // Words of code hold brackets that are no links: `[A-Z](?:…)`.
        [
          ...readFileSync(path, 'utf8')
            .replace(/```.*?```|`[^`\n]*`/gs, '')
            .matchAll(/\]\((?!https?:|#)([^)#\s]+)[^)]*\)/g),
        ]
          .map(([, to = '']) => join(dirname(path), to))
          .filter((to) => !existsSync(to))
          .map((to) => `${path}: ${to}`),
      )
    expect(broken).toEqual([])
  })

  it('name files and folders that exist', () => {
    const missing = tracked
      .filter((path) => /^(?:docs\/)?[a-zA-Z]+\.md$/.test(path))
      .flatMap((path) =>
        [...readFileSync(path, 'utf8').matchAll(/`((?:src|tests|scripts|lab|prisma|docs|deploy)\/[^`*<>…\s]+)`/g)]
          .map(([, to = '']) => to)
          .filter((to) => !existsSync(to))
          .map((to) => `${path}: ${to}`),
      )
    expect(missing).toEqual([])
  })

  it('serve in the image with the flags of `npm run serve`', () => {
    const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as { scripts: { serve: string } }
    const [, command = '[]'] = /^CMD (\[.+\])$/m.exec(readFileSync('Dockerfile', 'utf8')) ?? []
    expect(JSON.parse(command)).toEqual(scripts.serve.split(' '))
  })

  it('name each module of src that is imported for what it does', () => {
    // A file without its name there may be left out of a bundle without a word.
    const { sideEffects } = JSON.parse(readFileSync('package.json', 'utf8')) as { sideEffects: string[] }
    const bare = tracked
      .filter((path) => /^src\/.+\.tsx?$/.test(path))
      .flatMap((path) => [...readFileSync(path, 'utf8').matchAll(/^import '(?:~|\.{1,2})\/([^']+)'/gm)].map(([, module = '']) => module))
    expect(bare).toContain('lib/zod-without-eval')
    expect(bare.filter((module) => !module.endsWith('.css')).map((module) => `./src/${module}.ts`)).toEqual(
      sideEffects.filter((named) => named !== '*.css'),
    )
  })

  it('name commands that package.json has', () => {
    const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as { scripts: Record<string, string> }
    const known = new Set([...Object.keys(scripts), 'start', 'test'])
    const unknown = tracked
      .filter((path) => path.endsWith('.md') && !path.startsWith(FOLDER))
      .flatMap((path) =>
        [...readFileSync(path, 'utf8').matchAll(/npm run ([a-z][\w:-]*)/g)]
          .map(([, name = '']) => name)
          .filter((name) => !known.has(name))
          .map((name) => `${path}: ${name}`),
      )
    expect(unknown).toEqual([])
  })
})

describe('excerpts in the documents', () => {
  const excerpt = /<!-- (?<path>\S+) -->\n\n```\w*\n(?<text>[\s\S]*?)\n```/g
  const found = tracked
    .filter((path) => path.startsWith('docs/') && path.endsWith('.md'))
    .flatMap((path) =>
      [...readFileSync(path, 'utf8').matchAll(excerpt)].map(({ groups = {} }) => ({
        path,
        from: groups.path ?? '',
        text: groups.text ?? '',
      })),
    )

  it('are there', () => {
    expect(found.length).toBeGreaterThan(0)
  })

  it.each(found)('of $from are in it as $path has them', ({ from, text }) => {
    // The formatter writes code in documents from its first column on.
    const lines = (whole: string) => whole.replaceAll(/^ +/gm, '')
    expect(lines(readFileSync(from, 'utf8'))).toContain(lines(text))
  })
})

it('the mechanisms of our own are where their table says', () => {
  const cells = readFileSync('docs/mechanisms.md', 'utf8')
    .split('\n')
    .flatMap((line) => [...(line.split('|')[2] ?? '').matchAll(/`([\w-]+\/[^`]+)`/g)].map(([, path = '']) => path))
  const paths = cells.flatMap((path) => {
    const [, folder = path, names = ''] = /^(.*)\{(.*)\}$/.exec(path) ?? []
    return names.split(',').map((name) => (path.startsWith('scripts/') ? '' : 'src/') + folder + name)
  })
  expect(paths.length).toBeGreaterThan(40)
  const isThere = (path: string) => {
    const start = new RegExp(`^${path.replaceAll('.', String.raw`\.`).replaceAll('*', '[^/]*')}`)
    return tracked.some((file) => start.test(file))
  }
  expect(paths.filter((path) => !isThere(path))).toEqual([])
})
