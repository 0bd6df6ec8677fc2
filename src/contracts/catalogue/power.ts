import { readFigure } from '~/contracts/written-figure'

/** Power as sellers write it: '3250W', '3,250 W', '3.25 kW'. */

const FORM = /^(?<figure>[\d.,]{1,20})\s{0,3}(?<kilo>k?)w(?:atts?)?$/i
const LONGEST = 40
const LARGEST = 1_000_000

export function wattsOf(text: string): number | null {
  const { figure, kilo = '' } = FORM.exec(text.slice(0, LONGEST).trim())?.groups ?? {}
  if (figure === undefined) return null
  // Thousandths of a watt are never written: a point before three digits separates thousands.
  const read = readFigure(figure, kilo === '' ? 'group' : 'decimal')
  const watts = read && 'digits' in read ? Number(read.digits) * (kilo === '' ? 1 : 1000) : 0
  return watts > 0 && watts <= LARGEST ? watts : null
}
