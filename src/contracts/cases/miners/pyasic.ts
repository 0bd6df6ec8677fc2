import * as z from 'zod'
import { unitOf } from './hashrate'
import { ReadingError } from './json'
import { completeBoards, efficiencyOf, looseNumber, sumOf, type MinerReading } from './shape'

/**
 * Reads pyasic's form of a machine: `(await miner.get_data()).as_json()`. Versions differ in how they write a hashrate: a number
 * in the algorithm's own unit, or an object with `rate` and `unit`.
 * @see https://github.com/UpstreamData/pyasic, pyasic/data/__init__.py
 */

const unit = z.union([
  z.number().positive(),
  z.string().max(20),
  z.looseObject({ value: z.number().positive() }).transform(({ value }) => value),
])
const rate = z.union([z.number(), z.looseObject({ rate: z.number(), unit: unit.nullish() })]).nullish()
type Rate = z.output<typeof rate>

const line = z.string().nullish()
const count = looseNumber.optional()

const hashBoard = z.looseObject({
  slot: count,
  hashrate: rate,
  temp: count,
  chip_temp: count,
  chips: count,
  expected_chips: count,
  serial_number: line,
  missing: z.boolean().nullish(),
})

const minerError = z.looseObject({ error_message: line, error_code: z.union([z.number(), z.string()]).nullish() })

/** Unknown fields are kept. */
const pyasicData = z.looseObject({
  hashboards: z.array(hashBoard).max(64),
  device_info: z.looseObject({ make: line, model: line, firmware: line, algo: line }).nullish(),
  make: line,
  model: line,
  firmware: line,
  algo: line,
  fw_ver: line,
  serial_number: line,
  datetime: line,
  uptime: count,
  is_mining: z.boolean().nullish(),
  hashrate: rate,
  expected_hashrate: rate,
  sticker_hashrate: rate,
  nominal_hashrate: rate,
  expected_hashboards: count,
  expected_fans: count,
  fans: z
    .array(z.union([z.looseObject({ speed: count }), z.number()]))
    .max(32)
    .nullish(),
  wattage: count,
  wattage_limit: count,
  env_temp: count,
  errors: z
    .array(z.union([minerError, z.string()]))
    .max(500)
    .nullish(),
  pools: z
    .array(z.looseObject({ url: z.unknown(), alive: z.boolean().nullish(), accepted: count, rejected: count }))
    .max(64)
    .nullish(),
})

/** True for a value that looks like pyasic's, so that its faults are told as such. */
export const isPyasic = (value: unknown): boolean => typeof value === 'object' && value !== null && 'hashboards' in value

const UNITS: readonly (readonly [algorithm: RegExp, unit: number])[] = [
  [/scrypt|x11|zksnark/i, 1e9],
  [/ethash|etchash/i, 1e6],
  [/equihash/i, 1e3],
]
/** The unit of a bare number: TH/s for most algorithms. */
const unitOfAlgorithm = (algorithm: string) => UNITS.find(([pattern]) => pattern.test(algorithm))?.[1] ?? 1e12

const poolUrl = z.looseObject({ scheme: z.unknown(), host: z.string(), port: z.unknown() })

/** Hosts alone: the rest of a pool's address may be somebody's own. */
function hostOf(url: unknown): string | null {
  const parts = poolUrl.safeParse(url)
  if (parts.success) return `${parts.data.host}:${String(parts.data.port)}`
  return typeof url === 'string' ? url.slice(0, 200) : null
}

const errorText = (error: z.output<typeof minerError> | string): string =>
  typeof error === 'string'
    ? error
    : [error.error_code, error.error_message].filter((part) => part !== null && part !== undefined && part !== '').join(': ')

const named = (text: string | null | undefined): string | null => (text && text !== 'None' ? text : null)

/** @throws {ReadingError} naming the field that is not as pyasic writes it */
export function readPyasic(value: unknown): MinerReading {
  const parsed = pyasicData.safeParse(value)
  if (!parsed.success) {
    const [issue] = parsed.error.issues
    throw new ReadingError(`This is not quite what pyasic writes: ${issue?.path.join('.') ?? ''} ${issue?.message ?? ''}`.trim())
  }
  const { data } = parsed
  const plain = unitOfAlgorithm(data.algo ?? data.device_info?.algo ?? '')
  const own = typeof data.hashrate === 'object' ? data.hashrate?.unit : null
  const factorOf = (of: typeof own): number => (typeof of === 'number' ? of : ((typeof of === 'string' ? unitOf(of) : null) ?? plain))
  const perSecond = (of: Rate, bare = plain): number | null => {
    if (of === null || of === undefined) return null
    return typeof of === 'number' ? of * bare : of.rate * factorOf(of.unit)
  }
  // A board's hashrate is a bare number even where the whole machine's has a unit, which it shares.
  const boards = data.hashboards.map((each, index) => ({
    // Counted from 0 there, and from 1 on the machine.
    slot: (each.slot ?? index) + 1,
    hashrate: perSecond(each.hashrate, factorOf(own)),
    nominalHashrate: null,
    chips: each.chips ?? null,
    expectedChips: each.expected_chips ?? null,
    temperature: each.temp ?? null,
    chipTemperature: each.chip_temp ?? null,
    isMissing: each.missing ?? false,
    serialNumber: each.serial_number ?? null,
  }))
  const hashrate = perSecond(data.hashrate) ?? sumOf(boards.map((each) => each.hashrate))
  const power = data.wattage ?? null
  return {
    source: 'pyasic',
    make: named(data.make ?? data.device_info?.make),
    model: named(data.model ?? data.device_info?.model),
    firmware: [named(data.firmware ?? data.device_info?.firmware), named(data.fw_ver)].filter((part) => part !== null).join(' ') || null,
    serialNumber: data.serial_number ?? null,
    readAt: data.datetime ?? null,
    uptime: data.uptime ?? null,
    isMining: data.is_mining ?? null,
    hashrate,
    nominalHashrate: perSecond(data.sticker_hashrate) ?? perSecond(data.expected_hashrate) ?? perSecond(data.nominal_hashrate),
    boards: completeBoards(boards, data.expected_hashboards ?? null),
    expectedBoards: data.expected_hashboards ?? null,
    fans: (data.fans ?? []).map((fan) => (typeof fan === 'number' ? fan : (fan.speed ?? null))),
    expectedFans: data.expected_fans ?? null,
    power,
    powerLimit: data.wattage_limit ?? null,
    efficiency: efficiencyOf(power, hashrate),
    environmentTemperature: data.env_temp ?? null,
    errors: (data.errors ?? []).map((error) => errorText(error).slice(0, 300)).slice(0, 64),
    pools: (data.pools ?? []).slice(0, 16).map(({ url, alive, accepted, rejected }) => ({
      url: hostOf(url),
      isAlive: alive ?? null,
      accepted: accepted ?? null,
      rejected: rejected ?? null,
    })),
  }
}
