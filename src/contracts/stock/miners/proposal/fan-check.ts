import type { EvaluationProposal } from './proposal'
import type { MinerReading } from '../shape'

/** rpm; slower fans count as stopped. */
const SLOWEST_FAN = 300
/** Below this share of the other fans' median speed a fan is worn. */
const SLOW_FAN = 1 / 3

/** Seconds after the start before fans are judged. */
const SPINNING_UP = 120

const median = (values: readonly number[]) => values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)] ?? 0

/** Speeds (rpm). */
const slowFans = (turning: readonly number[]): number[] =>
  turning.filter((speed, index) => speed < SLOW_FAN * median(turning.filter((_other, place) => place !== index)))

const NONE = { faulty: 0, why: '', checks: [] } satisfies FanCheck

interface FanCheck {
  /** Missing, stopped or far too slow. */
  faulty: number
  why: string
  checks: EvaluationProposal['checks']
}

const plural = (many: number, one: string, more: string) => (many === 1 ? one : more)

/** @param isAtRest fans of a machine at rest stop on purpose */
export function fanCheck(reading: MinerReading, isAtRest: boolean): FanCheck {
  const { fans, expectedFans, faults = [], isLiquidCooled, hashrate, uptime } = reading
  const told = faults.filter(({ part }) => part === 'fans').map(({ words }) => `${words}.`)
  if (isAtRest || (uptime !== null && uptime < SPINNING_UP)) return NONE
  const known = fans.filter((speed) => speed !== null)
  const turning = known.filter((speed) => speed >= SLOWEST_FAN)
  // A machine that hashes without a turning fan is liquid-cooled: on air it would stop within a minute.
  const isWet = turning.length === 0 && (isLiquidCooled === true || (known.length > 0 && (hashrate ?? 0) > 0))
  if (told.length === 0 && (known.length === 0 || isWet)) return NONE
  // Firmware lists places for fans that the model never had; owners may add fans.
  const all = expectedFans !== null && expectedFans > 0 ? Math.max(expectedFans, turning.length) : fans.length
  const missing = isWet || known.length === 0 ? 0 : Math.max(0, all - turning.length - (fans.length - known.length))
  const slow = slowFans(turning)
  const others = median(turning.filter((speed) => !slow.includes(speed)))
  const found = [
    ...(missing > 0 ? [`${missing} of ${all} fans do not turn.`] : []),
    ...(slow.length > 0
      ? [
          `${slow.length} of ${all} fans ${plural(slow.length, 'turns', 'turn')} far too slowly, at ${slow.join(', ')} rpm beside ${others} rpm.`,
        ]
      : []),
    ...told,
  ]
  const why = [
    ...(missing > 0 ? [`${missing} of the fans do not turn.`] : []),
    ...(slow.length > 0 ? [`${slow.length} of the fans ${plural(slow.length, 'turns', 'turn')} far too slowly.`] : []),
  ].join(' ')
  const note = found.join(' ').slice(0, 500) || `${turning.length} fans turn, at ${turning.join(', ')} rpm.`
  return { faulty: missing + slow.length, why, checks: [{ item: 'fans', result: found.length === 0 ? 'ok' : 'fault', note }] }
}
