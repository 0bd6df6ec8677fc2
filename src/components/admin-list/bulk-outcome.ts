/** What became of the rows of a bulk call, by number. */
interface Counts {
  changed: number
  unchanged: number
  conflict: number
  missing: number
}

const number = new Intl.NumberFormat('en-GB')

/** '12 changed, 1 had been changed by somebody else' */
export function outcomeText({ changed, unchanged, conflict, missing }: Counts): string {
  const parts = [`${number.format(changed)} changed`]
  if (unchanged > 0) parts.push(`${number.format(unchanged)} ${unchanged === 1 ? 'was' : 'were'} so already`)
  if (conflict > 0) parts.push(`${number.format(conflict)} had been changed by somebody else`)
  if (missing > 0) parts.push(`${number.format(missing)} ${missing === 1 ? 'is' : 'are'} no longer there`)
  return parts.join(', ')
}
