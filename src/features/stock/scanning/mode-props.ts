/** The subject that a mode begins with; it stands in the address, so that a reload keeps it. */
export interface ModeStart {
  place?: string | undefined
  /** The id of a type of part. */
  type?: string | undefined
  /** A code to begin with. */
  code?: string | undefined
}

export interface ModeProps extends ModeStart {
  /** Goes on in a mode. */
  onMode: (id: string, start: ModeStart) => void
}
