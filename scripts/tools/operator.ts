import path from 'node:path'
import { EnvironmentError } from '~/env'
import { BackupFault } from '~/server/backup/format'
import { DatabaseInUseError } from '~/server/db/lock'
import { EngineVersionError } from '~/server/db/engine-version'

const MENDABLE = [EnvironmentError, BackupFault, DatabaseInUseError, EngineVersionError]

/** npm runs a command in the project's root; the name of a file is meant from where it was typed. */
export const fromHere = (file: string): string => path.resolve(process.env.INIT_CWD ?? '.', file)

/** Runs a command: one line for what its operator can mend, everything for the rest. */
export async function command(work: () => Promise<string>): Promise<void> {
  try {
    console.log(await work())
  } catch (error) {
    console.error(MENDABLE.some((kind) => error instanceof kind) && error instanceof Error ? error.message : error)
    process.exitCode = 1
  }
}
