import type { Answers } from '../answers'
import { changed, first, isWarm, MEGA, positive, say, times, warm, type Maybe, type Source } from '../said'
import { poolsOf, type Dialect } from './dialect'

/** Braiins OS (BOSminer, BOSer) by the CGMiner API: boards in DEVS by their own numbers, temperatures in TEMPS, fans in FANS. */

const S9_BOARDS: readonly number[] = [6, 7, 8]

/** The platform in 'BOSminer bosminer-plus-am1-s9 0.4.0' names the family of models. */
function modelOf(answers: Answers, slots: readonly number[]): Maybe<string> {
  const details = answers.row('DEVDETAILS').text('Model')
  if (details !== null) return details
  const { description } = answers
  if (/\bam1-s9\b/.test(description)) return say('Antminer S9', 'STATUS Description')
  // Only an S9 counts its boards 6, 7 and 8.
  return slots.length > 0 && slots.every((slot) => S9_BOARDS.includes(slot)) ? say('Antminer S9', 'DEVS ID') : null
}

const temperatureOf = (row: Source | undefined, ...names: string[]) =>
  changed(row?.number(...names) ?? null, (value) => (isWarm(value) ? value : null))

export const braiins: Dialect = {
  name: 'Braiins OS (CGMiner API)',
  recognises: (answers) =>
    /\bbos(?:miner|er)\b/i.test(answers.description) ||
    ['BOSminer', 'BOSminer+', 'BOSer', 'BOSer+'].some((name) => answers.row('VERSION').has(name)),
  read: (answers) => {
    const summary = answers.row('SUMMARY')
    const devices = answers.rows('DEVS')
    const details = answers.rows('DEVDETAILS')
    const temps = answers.rows('TEMPS')
    const fans = answers.rows('FANS')
    const tuner = answers.row('TUNERSTATUS')
    const slots = devices.map((device, place) => device.number('ID', 'ASC')?.value ?? place)
    const model = modelOf(answers, slots)
    const version = answers.row('VERSION')
    // Boards count from 0, 1 or 6, depending on the platform.
    const offset = slots.includes(0) ? 1 : 0
    const chains = tuner.rows('TunerChainStatus', 16)
    return {
      make: model === null ? null : say('Antminer', model.from),
      model,
      firmware: changed(version.text('BOSminer+', 'BOSminer', 'BOSer+', 'BOSer'), (text) => `Braiins OS ${text}`),
      uptime: summary.number('Elapsed'),
      hashrate: times(summary.number('MHS 5s', 'MHS 1m'), MEGA) ?? times(summary.number('MHS av'), MEGA),
      ...(devices.length > 0 && {
        boards: devices.map((device, place) => {
          const id = slots[place] ?? place
          const found = temps.find((row) => row.number('ID')?.value === id)
          const chips = details.find((row) => row.number('ID')?.value === id)?.positive('Chips') ?? null
          return {
            slot: id + offset,
            hashrate: times(device.number('MHS 1m', 'MHS 5s', 'MHS av'), MEGA),
            nominalHashrate: times(device.positive('Nominal MHS'), MEGA),
            chips,
            temperature: first(temperatureOf(found, 'Board'), warm(device.number('Temperature'))),
            chipTemperature: temperatureOf(found, 'Chip'),
            power: chains.find((row) => row.number('HashchainIndex')?.value === id)?.positive('ApproximatePowerConsumptionWatt') ?? null,
          }
        }),
      }),
      // Every machine lists four fans; empty places read 0.
      fans:
        fans.length === 0
          ? null
          : say(
              fans.map((fan) => fan.number('RPM')?.value ?? null),
              'FANS RPM',
            ),
      power: positive(tuner.number('ApproximateMinerPowerConsumption')),
      powerLimit: positive(tuner.number('PowerLimit')),
      pools: poolsOf(answers),
    }
  },
}
