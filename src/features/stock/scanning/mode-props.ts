/** Start of a mode, kept in the address for a reload. */
export interface ModeStart {
  place?: string | undefined
  type?: string | undefined
  code?: string | undefined
}

export interface ModeProps extends ModeStart {
  onMode: (id: string, start: ModeStart) => void
}
