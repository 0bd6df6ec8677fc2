import { changed, first, GIGA, positive, say, Source, times, warm } from '../said'
import { hostOf, type Dialect } from './dialect'

/** AxeOS (Bitaxe, NerdAxe, LuckyMiner): one page `/api/system/info`, whose hashRate is GH/s. */

const MODELS: Readonly<Partial<Record<string, string>>> = { BM1397: 'Max', BM1366: 'Ultra', BM1368: 'Supra', BM1370: 'Gamma' }

const isAxe = (page: Source) => page.has('ASICModel') && page.has('hashRate')

const SECOND = 1000

export const bitaxe: Dialect = {
  name: 'AxeOS (Bitaxe)',
  recognises: (answers) => answers.pages.some(isAxe),
  read: (answers) => {
    const page = answers.pages.find(isAxe) ?? new Source('system info', {})
    const device = page.text('deviceModel', 'devicemodel', 'deviceName')
    const chip = page.text('ASICModel')
    const isNerd = /nerd/i.test(`${device?.value ?? ''} ${page.text('hostname')?.value ?? ''}`)
    const power = page.positive('power')
    const frequency = page.positive('frequency')
    const cores = page.positive('smallCoreCount')
    const chips = page.positive('asicCount')
    const asked = page.positive('expectedHashrate')
    const made = frequency && cores ? (frequency.value * cores.value * (chips?.value ?? 1)) / SECOND : null
    const fans = ['fanrpm', 'fan2rpm', 'fanrpm2'].map((name) => page.number(name)).flatMap((fan) => fan ?? [])
    const fallback = page.boolean('isUsingFallbackStratum')?.value ?? page.number('isUsingFallbackStratum')?.value === 1
    const heat = page.number('overheat_mode')
    return {
      make: say(isNerd ? 'NerdAxe' : 'Bitaxe', 'ASICModel'),
      model: first(
        device,
        changed(chip, (text) => (MODELS[text] === undefined ? text : `Bitaxe ${MODELS[text]}`)),
      ),
      firmware: page.text('version', 'axeOSVersion'),
      uptime: page.number('uptimeSeconds'),
      state: (heat?.value ?? 0) > 0 ? say('too_hot' as const, heat?.from ?? '') : null,
      hashrate: times(page.number('hashRate', 'hashRate_1m'), GIGA),
      nominalHashrate: times(first(asked, say(made, 'frequency × smallCoreCount × asicCount')), GIGA),
      boards: [
        {
          slot: 1,
          hashrate: times(page.number('hashRate'), GIGA),
          chips,
          temperature: warm(page.number('vrTemp')),
          chipTemperature: warm(page.number('temp')),
        },
      ],
      expectedBoards: say(1, 'ASICModel'),
      fans:
        fans.length > 0
          ? say(
              fans.map(({ value }) => value),
              fans[0]?.from ?? '',
            )
          : null,
      power: positive(power),
      pools:
        changed(page.text(fallback ? 'fallbackStratumURL' : 'stratumURL'), (url) => [
          {
            url: hostOf(`${url}:${page.number(fallback ? 'fallbackStratumPort' : 'stratumPort')?.value ?? ''}`),
            isAlive: null,
            accepted: page.number('sharesAccepted')?.value ?? null,
            rejected: page.number('sharesRejected')?.value ?? null,
          },
        ])?.value ?? [],
    }
  },
}
