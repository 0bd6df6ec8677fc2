import { decimalText, dividedBy, fractionOf, withoutZeros } from '~/contracts/fraction'
import { PREFIXES } from './hashrate'

/** '1050.3 EH/s', digit for digit. @param hashesPerSecond a plain decimal */
export function exactRateText(hashesPerSecond: string): string {
  const rate = fractionOf(hashesPerSecond)
  const largest = PREFIXES.findLastIndex((_prefix, power) => rate.over >= rate.under * 1000n ** BigInt(power))
  const power = Math.max(0, largest)
  const figure = decimalText(dividedBy(rate, fractionOf(1000n ** BigInt(power))), 3 * power + 8)
  return `${withoutZeros(figure)} ${PREFIXES[power] ?? ''}H/s`
}
