import { execFileSync } from 'node:child_process'
import { copyFileSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../../scripts/tools/project.mjs'
import { temporaryFolder } from '../../tests/setup/shop-process'

/** A commit's files in a temporary folder, which goes when the process ends: no packages and no build. */
export interface Checkout {
  name: string
  folder: string
}

/** @throws where the clone does not have the commit */
export function checkOut(commit: string): Checkout {
  const sha = execFileSync('git', ['rev-parse', '--short', `${commit}^{commit}`], { cwd: root, encoding: 'utf8' }).trim()
  const folder = temporaryFolder(`commit-${sha}`)
  execFileSync('sh', ['-c', 'git archive "$1" | tar x -C "$2"', 'sh', sha, folder], { cwd: root })
  return { name: sha, folder }
}

/** An earlier commit with the packages of this checkout and one of its programs, which then measures both. */
export function checkOutFor(program: string, commit: string): Checkout {
  const earlier = checkOut(commit)
  symlinkSync(join(root, 'node_modules'), join(earlier.folder, 'node_modules'))
  copyFileSync(join(root, program), join(earlier.folder, program))
  return earlier
}
