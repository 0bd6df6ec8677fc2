import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { prepare } from './prepare.mjs'
import { filesUnder, isProgram, program, Refusal, root } from './tools/project.mjs'

/**
 * `npm run icons`: draws the icons of Lucide that the shop uses into src/components/icons, from what src imports by name. The package
 * itself, 51 MB for some 150 drawings, is for development alone.
 */

const folder = 'src/components/icons'
const list = `${folder}/lucide.ts`
const imports = /import (?:type )?\{([^}]*)\} from '~\/components\/icons\/lucide'/g

/** The names that src imports; types are no drawings. */
function usedIcons() {
  const names = filesUnder(join(root, 'src'))
    .filter((path) => /\.tsx?$/.test(path))
    .flatMap((path) => [...readFileSync(path, 'utf8').matchAll(imports)])
    .flatMap(([statement, inside]) => (statement.startsWith('import type') ? [] : inside.split(',')))
    .map((name) => name.trim().split(' as ')[0])
    .filter((name) => name && !name.startsWith('type '))
  return [...new Set(names)].sort()
}

/** The file of each icon in the package, by all of the icon's names. */
function drawings() {
  const text = readFileSync(join(root, 'node_modules/lucide-react/dist/esm/lucide-react.mjs'), 'utf8')
  return new Map(
    [...text.matchAll(/^export \{ ([^}]+) \} from '\.\/icons\/([\w-]+)\.mjs';$/gm)].flatMap(([, names, file]) =>
      names.split(', ').map((name) => [name.replace('default as ', ''), file]),
    ),
  )
}

const quoted = (value) => `'${String(value)}'`

async function drawingOf(file) {
  const { __iconData: icon } = await import(pathToFileURL(join(root, `node_modules/lucide-react/dist/esm/icons/${file}.mjs`)).href)
  const shapes = icon.node.map(([tag, { key: _key, ...attributes }]) => {
    const pairs = Object.entries(attributes).map(([name, value]) => `${/^\w+$/.test(name) ? name : quoted(name)}: ${quoted(value)}`)
    return `['${tag}', { ${pairs.join(', ')} }]`
  })
  return `[${shapes.join(', ')}]`
}

/**
 * The files as they should be, by their path under the root.
 *
 * @returns {Promise<Map<string, string>>}
 */
export async function iconFiles() {
  const known = drawings()
  const used = usedIcons()
  const missing = used.filter((name) => !known.has(name))
  if (missing.length > 0) throw new Refusal(`Lucide has no icon ${missing.join(', ')}.`)
  const files = new Map()
  const head = '// Drawn by `npm run icons` from Lucide (ISC licence).\n'
  for (const name of used) {
    const text = `${head}import { drawIcon } from '../draw-icon'\n\nexport const ${name} = drawIcon(${await drawingOf(known.get(name))})\n`
    files.set(`${folder}/lucide/${known.get(name)}.ts`, text)
  }
  const lines = used.map((name) => `export { ${name} } from './lucide/${known.get(name)}'\n`)
  files.set(list, `${head}export type { LucideIcon } from './draw-icon'\n${lines.join('')}`)
  return files
}

if (isProgram(import.meta)) {
  await program(async () => {
    await prepare({ tests: true })
    const files = await iconFiles()
    rmSync(join(root, folder, 'lucide'), { recursive: true, force: true })
    mkdirSync(join(root, folder, 'lucide'), { recursive: true })
    for (const [path, text] of files) writeFileSync(join(root, path), text)
    console.log(`${files.size - 1} icons in ${folder}`)
  })
}
