import { capitalised } from './capitalised'

/** What a record is called, as people read it: 'trade-in', 'trade-ins'. */
export interface RecordNoun {
  one: string
  many: string
}

/** What a list of records with a status says (spec §2, §8). */
export function recordMessages({ one, many }: RecordNoun) {
  const One = capitalised(one)
  return {
    statusUpdated: (status: string) => `${One} status updated to ${status}`,
    statusFailed: `Failed to update ${one} status`,
    loadFailed: `Failed to fetch ${many}`,
    noneMatch: `No ${many} match your filters`,
    none: `No ${many} found`,
    missing: `There is no such ${one}.`,
    changed: `${One} changed`,
    details: (name?: string) => (name === undefined ? `${One} Details` : `${One} Details - ${name}`),
  }
}
