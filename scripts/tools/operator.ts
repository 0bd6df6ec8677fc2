import path from 'node:path'
import { EnvironmentError } from '~/env'
import { BackupError } from '~/server/platform/backup/backup-format'
import { EngineVersionError } from '~/server/platform/database/engine-version'
import { FormerVersionError } from '~/server/platform/database/migration-history'
import { DatabaseInUseError } from '~/server/platform/database/directory-lock'
import { RolesMissingError } from '~/server/platform/database/transfer-ownership'
import { isDatabaseUnavailable } from '~/server/platform/database/connection-errors'

const MENDABLE = [EnvironmentError, BackupError, DatabaseInUseError, EngineVersionError, FormerVersionError, RolesMissingError]

/** npm runs a command in the project's root; the name of a file is meant from where it was typed. */
export const fromHere = (file: string): string => path.resolve(process.env.INIT_CWD ?? '.', file)

/** One line for what an operator can mend, everything for the rest. */
function explain(error: unknown): unknown {
  if (!(error instanceof Error)) return error
  if (MENDABLE.some((kind) => error instanceof kind)) return error.message
  if (isDatabaseUnavailable(error)) return 'The database cannot be reached, or cannot work now. Nothing was changed.'
  // A full disk, a folder that may not be written.
  return 'syscall' in error ? error.message : error
}

/** Runs a command: what it answers is printed; a failure is explained and ends it with 1. */
export async function command(work: () => Promise<string>): Promise<void> {
  try {
    console.log(await work())
  } catch (error) {
    console.error(explain(error))
    process.exitCode = 1
  }
}
