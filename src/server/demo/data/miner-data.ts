import type { DeviceInfo } from '~/contracts/device-info'
import { hashrateOf } from '~/contracts/catalogue/hashrate'
import { boardsOfModel } from '~/contracts/stock/miners/models'
import { caseDeviceDraft } from '~/contracts/cases/device'
import { machineSheets } from './machines'

/** Makers in pyasic's spelling. */
const makes: Partial<Record<string, string>> = { Bitmain: 'AntMiner', MicroBT: 'WhatsMiner', Canaan: 'AvalonMiner', IceRiver: 'IceRiver' }

const algorithmOf = (model: string) => (/\bL\d/.test(model) ? 'Scrypt' : /\bKS\d/.test(model) ? 'KHeavyHash' : 'SHA256')

const TERA = 1e12
const tenths = (value: number) => Math.round(value * 10) / 10

const builds: Partial<Record<string, { boards: number; fans: number; chips: number }>> = {
  'Home Miner': { boards: 1, fans: 1, chips: 12 },
  'Hydro Miner': { boards: 3, fans: 0, chips: 114 },
}
const airCooled = { boards: 3, fans: 4, chips: 114 }

/**
 * A machine in pyasic's form, whole or with a board that does not answer (with one board: half of its chips). Null for a device that is no
 * miner of the catalogue.
 * @param strange 0-based place of a board from another machine
 */
export function minerData(device: DeviceInfo, isWhole: boolean, strange?: number): string | null {
  const { manufacturer, model, serialNumber = null } = caseDeviceDraft(device)
  const sheet = machineSheets.find((each) => each.manufacturer === manufacturer && each.model === model)
  const make = makes[manufacturer]
  const nominal = sheet && hashrateOf(sheet.hashrate)
  if (!sheet || !nominal || make === undefined) return null
  const build = builds[sheet.category] ?? airCooled
  const boards = boardsOfModel(model) ?? build.boards
  const shareOf = (slot: number) => (isWhole || slot < boards - 1 ? 1 : boards === 1 ? 0.5 : 0)
  const slots = Array.from({ length: boards }, (_, slot) => ({ slot, share: shareOf(slot) }))
  const working = slots.reduce((sum, { share }) => sum + share, 0) / boards
  // Smaller rates have more places: 9.5 GH/s is 0.0095 TH/s.
  const rate = (share: number) => Number(((nominal / TERA) * share).toPrecision(4))
  return JSON.stringify({
    device_info: { make, model: model.replace(/^(?:Antminer|Whatsminer|Avalon) /, ''), firmware: 'Stock', algo: algorithmOf(model) },
    serial_number: serialNumber,
    hashrate: { unit: TERA, rate: rate(working) },
    expected_hashrate: { unit: TERA, rate: rate(1) },
    expected_hashboards: boards,
    expected_fans: build.fans,
    wattage: tenths(Number.parseFloat(sheet.powerConsumption) * working),
    fans: [5400, 5390, 5410, 5380].slice(0, build.fans).map((speed) => ({ speed })),
    hashboards: slots.map(({ slot, share }) => ({
      slot,
      hashrate: rate(share / boards),
      temp: share > 0 ? 61 + slot : null,
      chip_temp: share > 0 ? 76 + slot : null,
      chips: build.chips * share,
      expected_chips: build.chips,
      serial_number: serialNumber === null || share === 0 ? null : `${serialNumber}${slot === strange ? 'X' : 'B'}${slot}`,
      missing: share === 0,
    })),
    errors: isWhole ? [] : [{ error_code: 13, error_message: boards === 1 ? 'Chips do not answer' : `Chain ${boards - 1} find 0 asic` }],
    is_mining: true,
  })
}
