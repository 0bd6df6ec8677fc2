import type { Answers } from '../answers'
import type { BoardDraft } from '../draft'
import { first, positive, say, times, type Maybe, type Source } from '../said'
import type { MachineState } from '../shape'
import { chipMarks, chipsOf, fansOf, identityOf, powerOf, rateNow, statusErrors, THEN, unitOfStats } from './antminer-parts'
import { poolsOf, type Dialect } from './dialect'

/**
 * Bitmain's older format, which most others copied (VNish, Hiveon, MSKMiner, asicseer, LuxOS, Hammer, Blackminer, VolcMiner): `chain_acn1`,
 * `chain_rate1`, `temp_pcb1` … in one object of STATS.
 */

const MOST_CHAINS = 16

const statsOf = (answers: Answers): Source | undefined =>
  answers.rows('STATS').find((row) => Object.keys(row.fields).some((name) => /^chain_(?:acn|acs|rate)\d/.test(name)))

/** The firmware also lists slots that the model does not have. */
function boardsOf(stats: Source, unit: number, isHashing: boolean): BoardDraft[] {
  const boards: BoardDraft[] = []
  for (let chain = 1; chain <= MOST_CHAINS; chain += 1) {
    const named = `chain_acn${chain}`
    const counted = stats.number(named)
    const marks = chipMarks(stats.fields[`chain_acs${chain}`])
    const rate = stats.number(`chain_rate${chain}`)
    if (!counted?.value && !marks && !rate?.value) continue
    boards.push({
      slot: chain,
      hashrate: times(rate, unit),
      nominalHashrate: times(positive(stats.number(`chain_rateideal${chain}`)), unit),
      ...chipsOf(marks, counted?.value ? counted : null, `STATS chain_acs${chain}`, isHashing),
      temperature: stats.hottest(`temp_pcb${chain}`, `temp${chain}`),
      chipTemperature: stats.hottest(`temp_chip${chain}`, `temp2_${chain}`, `chipTemp${chain}`),
      serialNumber: stats.text(`chain_sn${chain}`, `sn${chain}`),
      power: positive(stats.number(`chain_consumption${chain}`, `chain_power${chain}`)),
    })
  }
  return boards
}

const THOUSAND = 1000
/** Some Equihash firmware gives the total in Sol/s and boards in kSol/s, which are right: the total is then 1,000 times their sum. */
function inBoardsUnit(whole: Maybe<number>, boards: readonly BoardDraft[]): Maybe<number> {
  const sum = boards.reduce((all, { hashrate }) => all + (hashrate?.value ?? 0), 0)
  const part = whole === null || sum === 0 ? 1 : whole.value / sum
  return Math.abs(part / THOUSAND - 1) < 0.2 ? times(whole, 1 / THOUSAND) : whole
}

/** Newer firmware names the state; older firmware only shows a rate of 0 and stopped fans. */
const stateOf = (stats: Source): Maybe<MachineState> => {
  const state = stats.text('miner_state', 'state', 'Mode')
  return state !== null && /sleep|standby/i.test(state.value) ? say('asleep' as const, state.from) : null
}

export const antminerChains: Dialect = {
  name: 'Antminer (CGMiner API)',
  recognises: (answers) => statsOf(answers) !== undefined,
  read: (answers) => {
    const identity = identityOf(answers)
    const summary = answers.row('SUMMARY')
    const stats = statsOf(answers) ?? summary
    const unit = unitOfStats(stats, summary, identity)
    const now = rateNow(stats, summary, unit)
    const said = now ?? times(stats.number(...THEN), unit)
    const boards = boardsOf(stats, unit, (said?.value ?? 0) > 0)
    const hashrate = inBoardsUnit(said, boards)
    const config = answers.row('CONFIG')
    return {
      ...identity,
      serialNumber: first(identity.serialNumber ?? null, config.text('SerialNumber')),
      uptime: first(stats.number('Elapsed', 'elapsed'), summary.number('Elapsed')),
      state: stateOf(stats),
      hashrate,
      nominalHashrate: times(positive(stats.number('total_rateideal', 'rate_ideal')), unit),
      ...(boards.length > 0 && { boards }),
      fans: fansOf(stats),
      power: first(powerOf(stats, boards), positive(answers.row('POWER').number('Watts'))),
      errors: statusErrors(summary),
      pools: poolsOf(answers),
    }
  },
}
