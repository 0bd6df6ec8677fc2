import type { Scope } from '~/contracts/identity/api-keys'

/** What a mode is begun with; it stands in the address, so that a reload keeps it. */
export interface ModeStart {
  place?: string | undefined
  /** The id of a type of part. */
  type?: string | undefined
  /** A code to begin with. */
  code?: string | undefined
}

export interface ModeProps extends ModeStart {
  /** What the reader may do; null is everything. */
  scopes: readonly Scope[] | null
  /** Goes on in a mode. */
  onMode: (id: string, start: ModeStart) => void
}
