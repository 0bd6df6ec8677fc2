import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './project.mjs'

const licence = /^(?:licen[cs]e|notice|copying)/i

/** The files of a package's folder that hold its licence, by their paths under the root. */
export const licencesOf = (folder) =>
  readdirSync(join(root, folder))
    .filter((name) => licence.test(name))
    .map((name) => join(folder, name))

/**
 * The licences of the packages that a program is made of, as one text: they are passed on with the program.
 *
 * @param {string[]} inputs paths of the program's sources under the root
 */
export function licencesOfInputs(inputs) {
  const folders = inputs.flatMap((path) => /^.*node_modules\/(?:@[^/]+\/)?[^/]+/.exec(path)?.[0] ?? [])
  return [...new Set(folders)]
    .sort()
    .flatMap(licencesOf)
    .map((path) => `${path}\n\n${readFileSync(join(root, path), 'utf8')}\n`)
    .join('\n')
}
