import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { promisify } from 'node:util'

/** Programs that bookkeepers open our files with, in Debian's places. GnuCash is driven by its own library for Python. */
const programs = {
  hledger: { file: '/usr/bin/hledger', needs: '/usr/bin/hledger', debian: 'hledger' },
  soffice: { file: '/usr/bin/soffice', needs: '/usr/bin/soffice', debian: 'libreoffice-calc-nogui' },
  gnucash: { file: '/usr/bin/python3', needs: '/usr/lib/python3/dist-packages/gnucash', debian: 'gnucash python3-gnucash' },
} as const
export type BooksProgram = keyof typeof programs

/** Debian's library for Python does not bring GnuCash, and cannot be loaded without it. */
const isThere = (needs: string) => existsSync(needs) && (!needs.endsWith('gnucash') || existsSync('/usr/bin/gnucash'))

export const hasProgram = (name: BooksProgram): boolean => isThere(programs[name].needs)

/** Debian's names of those that are not here. */
export const missingPrograms: string[] = Object.values(programs).flatMap(({ needs, debian }) => (isThere(needs) ? [] : [debian]))

const run = promisify(execFile)

/** Runs one, with a home folder of its own; answers its standard output. */
export async function runProgram(name: BooksProgram, args: readonly string[], home: string): Promise<string> {
  const { stdout } = await run(programs[name].file, args, {
    env: { ...process.env, PATH: '/usr/bin:/bin', HOME: home, LC_ALL: 'C.UTF-8' },
    timeout: 120_000,
  })
  return stdout
}
