import { factsOf } from '../models'
import { changed, first, GIGA, numberOf, say, textOf, times } from '../said'
import { chipMarks, chipsOf, identityOf } from './antminer-parts'
import type { Dialect } from './dialect'

/** `get_miner_status.cgi` of Bitmain's firmware until 2020, and still of VolcMiner: a row of `devs` for each board. */

export const antminerStatus: Dialect = {
  name: 'Antminer (status page)',
  recognises: (answers) =>
    answers.pages.some(
      (page) =>
        page.has('summary', 'devs') && (page.inside('summary').has('ghs5s') || page.rows('devs').some((row) => row.has('chain_acn'))),
    ),
  read: (answers) => {
    const page = answers.page('summary', 'devs')
    const identity = identityOf(answers)
    const summary = page?.inside('summary')
    const host = answers.page('hostname')?.text('hostname') ?? null
    const isVolcMiner = /volcminer/i.test(`${identity.model?.value ?? ''} ${host?.value ?? ''}`)
    const model = identity.model ?? (isVolcMiner ? host : null)
    const unit = isVolcMiner ? 1e6 : (factsOf(null, model?.value ?? null).ghs ?? GIGA)
    const hashrate = times(first(summary?.number('ghs5s') ?? null, summary?.number('ghsav') ?? null), unit)
    const rows = page?.rows('devs', 16) ?? []
    const fans = Array.from({ length: 8 }, (_, index) => numberOf(page?.fields[`fan${index + 1}`] ?? rows[0]?.fields[`fan${index + 1}`]))
    const turning = fans.filter((speed) => speed !== null && speed > 0)
    return {
      ...identity,
      make: isVolcMiner ? say('VolcMiner', host?.from ?? 'Type') : (identity.make ?? null),
      model,
      uptime: summary?.number('elapsed') ?? null,
      hashrate,
      boards: rows.flatMap((row, index) => {
        const counted = row.number('chain_acn')
        const marks = chipMarks(row.fields.chain_acs)
        if (!counted?.value && !marks) return []
        return {
          slot: row.number('index')?.value ?? index + 1,
          hashrate: times(row.number('rate', 'chain_rate'), unit),
          ...chipsOf(marks, counted, 'devs chain_acs', (hashrate?.value ?? 0) > 0),
          temperature: row.hottest('temp', 'temp_pcb'),
          chipTemperature: row.hottest('temp2', 'temp_chip'),
        }
      }),
      fans: turning.length > 0 ? say(turning, 'fan1 …') : null,
      pools: (page?.rows('pools', 16) ?? []).map(({ fields }) => ({
        url: textOf(fields.url),
        isAlive: changed(say(textOf(fields.status), ''), (status) => /alive/i.test(status))?.value ?? null,
        accepted: numberOf(fields.accepted),
        rejected: numberOf(fields.rejected),
      })),
    }
  },
}
