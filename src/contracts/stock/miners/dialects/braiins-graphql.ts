import { changed, first, MEGA, positive, say, Source, times, warm } from '../said'
import type { Dialect } from './dialect'

export const braiinsGraphql: Dialect = {
  name: 'Braiins OS (GraphQL)',
  recognises: (answers) => answers.page('workSolver') !== null || answers.page('childSolvers') !== null,
  read: (answers) => {
    const solver = answers.pages.filter((page) => page.name === 'workSolver')
    const boards = solver.flatMap((page) => page.rows('childSolvers', 16))
    const whole = solver.find((page) => page.has('realHashrate')) ?? new Source('workSolver', {})
    const fans = answers.pages.find((page) => page.rows('fans').some((fan) => fan.has('rpm')))
    const power = answers.page('approxConsumptionW')
    const slots = boards.map((row, index) => row.number('name')?.value ?? index + 1)
    const isS9 = slots.length > 0 && slots.every((slot) => slot >= 6 && slot <= 8)
    const temperature = (row: Source, kind: RegExp) =>
      warm(
        first(
          ...row.rows('temperatures', 16).flatMap((each) => (kind.test(each.text('name')?.value ?? '') ? each.number('degreesC') : [])),
        ),
      )
    return {
      make: isS9 ? say('Antminer', 'childSolvers name') : null,
      model: first(answers.page('modelName')?.text('modelName') ?? null, isS9 ? say('Antminer S9', 'childSolvers name') : null),
      firmware: changed(answers.page('full')?.text('full') ?? null, (text) => `Braiins OS ${text}`),
      uptime: answers.page('durationS')?.number('durationS') ?? null,
      hashrate: times(whole.inside('realHashrate').number('mhs5S', 'mhs1M', 'mhsAv'), MEGA),
      nominalHashrate: boards.length === 0 ? times(whole.positive('nominalMhs'), MEGA) : null,
      ...(boards.length > 0 && {
        boards: boards.map((row, index) => ({
          slot: slots[index] ?? index + 1,
          hashrate: times(row.inside('realHashrate').number('mhs1M', 'mhs5S', 'mhsAv'), MEGA),
          nominalHashrate: times(row.positive('nominalMhs'), MEGA),
          chips: row.inside('hwDetails').number('chips'),
          temperature: temperature(row, /^(?:max[_ ])?board$/i),
          chipTemperature: temperature(row, /^(?:max[_ ])?chip$/i),
          serialNumber: row.inside('hwDetails').text('hbSerialNumber'),
        })),
      }),
      fans: fans
        ? say(
            fans.rows('fans', 16).map((fan) => fan.number('rpm')?.value ?? null),
            'fans rpm',
          )
        : null,
      power: positive(power?.number('approxConsumptionW') ?? null),
      powerLimit: positive(power?.number('limitW') ?? null),
    }
  },
}
