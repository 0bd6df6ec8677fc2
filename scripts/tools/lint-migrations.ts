import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'

/**
 * Squawk's findings about migrations: statements that would lock others out, or remove what a running process still uses; '' for none.
 * `.squawk.toml` says which rules count. An exception stands above its statement: `-- squawk-ignore RULE`, with its reason.
 * @see https://squawkhq.com/docs/rules
 */
export function lintMigrations(files: readonly string[]): string {
  // An index that is made beside writers is alone in its migration, which runs in no transaction.
  const isConcurrent = (file: string) => /^(?:--.*\n|\s)*(?:CREATE|DROP)\b[^;]*\bCONCURRENTLY\b/i.test(readFileSync(file, 'utf8'))
  const concurrent = files.filter(isConcurrent)
  const others = files.filter((file) => !concurrent.includes(file))
  const lint = (paths: readonly string[], ...flags: string[]) => {
    if (paths.length === 0) return ''
    const run = spawnSync('node_modules/.bin/squawk', ['--reporter', 'gcc', ...flags, ...paths], { encoding: 'utf8' })
    if (run.error) throw run.error
    return run.status === 0 ? '' : run.stdout + run.stderr
  }
  return lint(others) + lint(concurrent, '--no-assume-in-transaction')
}
