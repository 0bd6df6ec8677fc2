import { changed, first, MEGA, numberOf, positive, say, Source, sumOf, TERA, textOf, times, warm } from '../said'
import { stateOfText } from './antminer-parts'
import { hostOf, type Dialect } from './dialect'

/** ePIC (PowerPlay, UMC): `/summary` with HBs, and `/capabilities` with serial numbers if the file has it. */

const rateOf = (board: Source) => {
  const { Hashrate } = board.fields
  return say(numberOf(Array.isArray(Hashrate) ? Hashrate[0] : Hashrate), 'HBs Hashrate')
}

export const epic: Dialect = {
  name: 'ePIC',
  recognises: (answers) => answers.pages.some((page) => page.has('HBs', 'Session')),
  read: (answers) => {
    const page = answers.pages.find((each) => each.has('HBs', 'Session')) ?? new Source('summary', {})
    const able = answers.page('Board Serial Numbers') ?? answers.page('Max HBs') ?? new Source('capabilities', {})
    const session = page.inside('Session')
    const boards = page.rows('HBs', 16)
    const states = page.rows('HBStatus', 16)
    const heat = answers.pages.filter((each) => each.has('Data', 'Index', 'Total'))
    const serials: readonly unknown[] = Array.isArray(able.fields['Board Serial Numbers']) ? able.fields['Board Serial Numbers'] : []
    const fans = Object.entries(page.inside('Fans Rpm').fields)
      .slice(0, 32)
      .flatMap(([, speed]) => numberOf(speed) ?? [])
    const state = stateOfText(page.inside('Status').text('Operating State'))
    const lost = states.filter(
      (row) =>
        row.boolean('Detected')?.value === false || !boards.some((board) => board.number('Index')?.value === row.number('Index')?.value),
    )
    const chips = able.inside('Performance Estimator').positive('Chip Count')
    const sum = sumOf(boards.map((board) => rateOf(board)?.value ?? null))
    const supply = page.inside('Power Supply Stats').positive('Input Power')
    const whole = sumOf(boards.map((board) => board.positive('Input Power')?.value ?? null))
    return {
      make: changed(able.text('Model'), (text) => (/antminer/i.test(text) ? 'Antminer' : 'ePIC')) ?? say('ePIC', 'Software'),
      model: able.text('Model'),
      firmware: page.text('Software'),
      uptime: session.number('Uptime'),
      state: state?.value === 'hashing' ? null : state,
      hashrate: times(first(say(sum, 'HBs Hashrate'), session.number('Average MHs')), MEGA),
      nominalHashrate: times(able.positive('Default Hashrate'), TERA),
      boards: [
        ...boards.map((board, place) => {
          const index = board.number('Index')?.value ?? place
          const sensors = heat.find((each) => each.number('Index')?.value === index)
          return {
            slot: index + 1,
            hashrate: times(rateOf(board), MEGA),
            expectedChips: chips,
            temperature: first(sensors?.hottest('Data') ?? null, warm(board.number('Temperature'))),
            serialNumber: serials.length === boards.length ? say(textOf(serials[place]), 'Board Serial Numbers') : null,
          }
        }),
        // A switched-off board is detected and answers, but does not hash.
        ...lost.map((row) => ({
          slot: (row.number('Index')?.value ?? 0) + 1,
          hashrate: say(0, 'HBStatus Enabled'),
          isMissing: row.boolean('Detected')?.value === false,
        })),
      ],
      listsMissingBoards: states.length > 0,
      expectedBoards: first(able.positive('Max HBs'), say(states.length || null, 'HBStatus')),
      fans: fans.length > 0 ? say(fans, 'Fans Rpm') : null,
      power: first(supply, positive(say(whole, 'HBs Input Power'))),
      powerLimit: page.inside('PresetInfo').positive('Target Power'),
      lowered: changed(page.text('Preset'), (text) => (/eco|efficien|low/i.test(text) ? `Preset ${text}` : null)),
      errors: [page.inside('Status').text('Last Error')?.value].flatMap((error) => error ?? []),
      pools:
        changed(page.inside('Stratum').text('Current Pool'), (url) => [
          {
            url: hostOf(url),
            isAlive: page.inside('Stratum').boolean('IsPoolConnected')?.value ?? null,
            accepted: session.number('Accepted')?.value ?? null,
            rejected: session.number('Rejected')?.value ?? null,
          },
        ])?.value ?? [],
    }
  },
}
