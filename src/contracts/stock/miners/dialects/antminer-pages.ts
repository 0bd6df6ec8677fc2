import type { Answers } from '../answers'
import type { BoardDraft } from '../draft'
import { changed, first, isWarm, numberOf, positive, say, times, type Maybe, type Source } from '../said'
import { chipMarks, chipsOf, fansOf, identityOf, rateNow, statusErrors, THEN, unitOfStats } from './antminer-parts'
import { poolsOf, type Dialect } from './dialect'

/**
 * Bitmain's newer format, in pages (`stats.cgi`, `summary.cgi`, `get_system_info.cgi`) and since 2021 in the API: a list `chain`, counted
 * from 0. Elphapex uses it too.
 */

const MOST_CHAINS = 16

const statsOf = (answers: Answers): Source | undefined => answers.rows('STATS').find((row) => Array.isArray(row.fields.chain))

/** Elphapex writes thousandths of a degree as text: '50500' is 50.5 °C. */
const THOUSANDTHS = 1000
function temperatureOf(chain: Source, ...names: string[]): Maybe<number> {
  const plain = chain.hottest(...names)
  if (plain !== null) return plain
  for (const name of names) {
    const value = chain.fields[name]
    const parts: readonly unknown[] = Array.isArray(value) ? value.slice(0, 64) : []
    const known = parts.map(numberOf).flatMap((part) => (part !== null && isWarm(part / THOUSANDTHS) ? [part / THOUSANDTHS] : []))
    if (known.length > 0) return say(Math.max(...known), `${chain.name} ${name}`)
  }
  return null
}

function boardsOf(stats: Source, unit: number, isHashing: boolean): BoardDraft[] {
  return stats.rows('chain', MOST_CHAINS).map((chain, index) => {
    const counted = chain.number('asic_num')
    const isEmpty = counted?.value === 0 && isHashing
    return {
      slot: (chain.number('index')?.value ?? index) + 1,
      hashrate: times(chain.number('rate_real', 'hashrate'), unit),
      nominalHashrate: times(positive(chain.number('rate_ideal')), unit),
      ...chipsOf(chipMarks(chain.fields.asic), counted, 'STATS chain asic', isHashing),
      temperature: temperatureOf(chain, 'temp_pcb', 'temp_pic'),
      chipTemperature: temperatureOf(chain, 'temp_chip'),
      serialNumber: chain.text('sn'),
      ...(isEmpty && { isMissing: true }),
    }
  })
}

export const antminerPages: Dialect = {
  name: 'Antminer (pages)',
  recognises: (answers) =>
    statsOf(answers) !== undefined || (answers.page('minertype', 'macaddr') !== null && answers.has('SUMMARY') && !answers.has('STATS')),
  read: (answers) => {
    const identity = identityOf(answers)
    const summary = answers.row('SUMMARY')
    const stats = statsOf(answers)
    const unit = unitOfStats(stats ?? summary, summary, identity)
    const hashrate = first(rateNow(stats ?? summary, summary, unit), times((stats ?? summary).number(...THEN), unit))
    const isElphapex = /^dg/i.test(identity.model?.value ?? '')
    const boards = stats ? boardsOf(stats, unit, (hashrate?.value ?? 0) > 0) : []
    return {
      ...identity,
      make: isElphapex ? changed(identity.model ?? null, () => 'Elphapex') : (identity.make ?? null),
      uptime: first(stats?.number('elapsed', 'Elapsed') ?? null, summary.number('elapsed', 'Elapsed')),
      hashrate,
      nominalHashrate: times(positive((stats ?? summary).number('rate_ideal', 'total_rateideal')), unit),
      ...(boards.length > 0 && { boards }),
      fans: stats ? fansOf(stats) : null,
      power: stats ? positive(stats.number('watt', 'power', 'chain_power')) : null,
      errors: statusErrors(summary),
      pools: poolsOf(answers),
    }
  },
}
