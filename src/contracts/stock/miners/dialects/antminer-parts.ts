import type { BoardDraft, ReadingDraft } from '../draft'
import { factsOf } from '../models'
import { changed, first, GIGA, MEGA, numberOf, positive, say, times, unitSaid, type Maybe, type Source } from '../said'
import type { MachineState } from '../shape'
import type { Answers } from '../answers'

/** Counts marks such as ' oooooooo ooooxooo': one for each chip, o for a good one. */
export function chipMarks(value: unknown): { well: number; all: number } | null {
  if (typeof value !== 'string') return null
  const marks = value.slice(0, 4000).replaceAll(/\s/g, '')
  return marks === '' ? null : { well: marks.length - marks.replaceAll(/o/gi, '').length, all: marks.length }
}

/**
 * Some firmware writes a fixed number of marks: if marks and count differ, the count is right. While nothing hashes, all chips are marked
 * bad.
 */
export function chipsOf(marks: { well: number; all: number } | null, counted: Maybe<number>, from: string, isHashing: boolean) {
  const usable = marks !== null && (counted === null || counted.value === marks.all || counted.value === marks.well)
  if (!usable) return { chips: counted, expectedChips: null }
  if (!isHashing && marks.well === 0) return { chips: first(counted, say(marks.all, from)), expectedChips: null }
  return { chips: say(marks.well, from), expectedChips: say(marks.all, from) }
}

/** H/s of one unit of the rate fields: as the file states, else by field name and model. */
export function unitOfStats(stats: Source, summary: Source, { make, model }: Pick<ReadingDraft, 'make' | 'model'>): number {
  const stated = first(unitSaid(stats.text('rate_unit')), unitSaid(summary.text('rate_unit')))
  if (stated !== null) return stated.value
  if (stats.has('MHS 5s') && !stats.has('GHS 5s')) return MEGA
  return factsOf(make?.value ?? null, model?.value ?? null).ghs ?? GIGA
}

const NOW = ['GHS 5s', 'MHS 5s', 'rate_5s', 'total_rate', 'hashrate'] as const
export const THEN = ['GHS 30m', 'rate_30m', 'GHS av', 'MHS av', 'rate_avg'] as const

export function identityOf(answers: Answers): Pick<ReadingDraft, 'make' | 'model' | 'firmware' | 'serialNumber'> {
  const named = answers.rows('STATS').find((row) => row.text('Type') !== null) ?? answers.row('VERSION')
  const info = answers.pages.find((page) => page.name === 'INFO' || page.has('miner_version'))
  const system = answers.page('minertype') ?? answers.page('miner_type', 'system_kernel_version')
  const version = answers.row('VERSION')
  const model = first(
    named.text('Type'),
    info?.text('type', 'Type') ?? null,
    version.text('Type'),
    system?.text('minertype', 'miner_type') ?? null,
  )
  const firmware = first(
    named.text('Miner'),
    info?.text('miner_version') ?? null,
    version.text('Miner'),
    named.text('CompileTime'),
    system?.text('system_filesystem_version') ?? null,
  )
  // MSKMiner writes 'S19-88 v.2.6.0.39' for 'Antminer S19'.
  const isBitmain = /antminer/i.test(model?.value ?? '') || (named.has('BMMiner') && /^[a-z]\d{1,2}/i.test(model?.value ?? ''))
  const maker = isBitmain ? 'Antminer' : null
  return {
    make: say(maker, model?.from ?? ''),
    model,
    firmware: changed(firmware, (text) => (text === model?.value ? null : text)),
    serialNumber: first(...answers.pages.map((page) => page.text('serinum', 'dev_sn'))),
  }
}

export const stateOfText = (said: Maybe<string>): Maybe<MachineState> =>
  changed(said, (text) =>
    /sleep|idle|suspend|standby/i.test(text)
      ? 'asleep'
      : /over.?heat|too.?hot|protect/i.test(text)
        ? 'too_hot'
        : /stop|paus|off\b|shutdown|fail/i.test(text)
          ? 'stopped'
          : /start|init|boot|warm|tun|ramp|reset|restart/i.test(text)
            ? 'starting'
            : /mining|hashing|running|work|normal/i.test(text)
              ? 'hashing'
              : null,
  )

/** Zero counts as a current rate; averages do not. */
export const rateNow = (stats: Source, summary: Source, unit: number): Maybe<number> =>
  first(
    stats.has('MHS 5s') ? times(summary.number('MHS 5s'), MEGA) : null,
    times(stats.number(...NOW), unit),
    times(summary.number('MHS 5s', 'MHS 1m'), MEGA),
    times(summary.number('GHS 5s', 'rate_5s', 'GHS 1m'), unit),
  )

/** `fan1` … `fan8`, or a list `fan`. `fan_num` counts turning fans; empty places read 0. */
export function fansOf(stats: Source): Maybe<(number | null)[]> {
  const { fields } = stats
  if (Array.isArray(fields.fan)) return say(fields.fan.slice(0, 16).map(numberOf), `${stats.name} fan`)
  const numbered = Array.from({ length: 16 }, (_, index) => numberOf(fields[`fan${index + 1}`]))
  if (numbered.every((speed) => speed === null)) return null
  const turning = numbered.filter((speed) => speed !== null && speed > 0)
  const many = Math.min(16, stats.number('fan_num')?.value ?? 0)
  const still = Math.max(0, many - turning.length)
  // If no fan turns and the file counts none, at most two stopped fans are reported.
  const all =
    turning.length === 0 && many === 0 ? numbered.filter((speed) => speed !== null).slice(0, 2) : Array.from({ length: still }, () => 0)
  return say([...turning, ...all], `${stats.name} fan1 …`)
}

/** Watts of the whole machine; `chain_power` is a total despite its name, with or without its unit. */
export const powerOf = (stats: Source, boards: readonly BoardDraft[]): Maybe<number> => {
  const total = positive(stats.number('total_power', 'chain_power', 'power', 'watt', 'Power', 'total_consumption'))
  if (total !== null) return total
  const known = boards.flatMap(({ power }) => power ?? [])
  return known.length === 0
    ? null
    : say(
        known.reduce((sum, { value }) => sum + value, 0),
        known[0]?.from ?? '',
      )
}

/** Checks in a summary page's `status`: 's' is success, any other state a fault. */
export function statusErrors(summary: Source): string[] {
  return summary.rows('status', 32).flatMap((row) => {
    const state = row.text('status')?.value
    const name = row.text('type')?.value
    // An empty state is no verdict.
    if (name === undefined || state === undefined || state === 's') return []
    return [`${name}: ${row.text('msg')?.value ?? state}`]
  })
}
