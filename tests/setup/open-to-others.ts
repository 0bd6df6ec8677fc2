import { lstatSync, readdirSync } from 'node:fs'
import { join } from 'node:path'

/** Lists all in a folder that is not for its owner alone (0700 and 0600), each as its path and its rights. */
export function openToOthers(place: string): string[] {
  const found = lstatSync(place)
  if (found.isSymbolicLink()) return []
  const inside = found.isDirectory() ? readdirSync(place).flatMap((name) => openToOthers(join(place, name))) : []
  const rights = found.mode & 0o777
  return rights === (found.isDirectory() ? 0o700 : 0o600) ? inside : [`${place} ${rights.toString(8)}`, ...inside]
}
