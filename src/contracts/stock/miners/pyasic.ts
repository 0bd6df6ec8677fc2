import * as z from 'zod'
import { readingOf } from './draft'
import { unitOf } from '~/contracts/catalogue/hashrate'
import { ReadingError } from './json'
import { unitOfAlgorithm } from './models'
import { fieldsOf, numberOf, say } from './said'
import type { MachineFault, MinerReading } from './shape'

/**
 * Output of `(await miner.get_data()).as_json()`. Versions differ in the hashrate: a number in the algorithm's own unit, or an object with
 * `rate` and `unit`.
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
const count = z.unknown().transform(numberOf).optional()

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

/**
 * True even for faulty output, so that errors name pyasic's fields. Braiins OS also has `hashboards`, which counts only beside machine
 * fields.
 */
export function isPyasic(value: unknown): boolean {
  const fields = fieldsOf(value)
  if (fields === null || !('hashboards' in fields)) return false
  return (
    ['device_info', 'make', 'expected_hashboards', 'is_mining', 'wattage'].some((name) => name in fields) ||
    isRate(fields.hashrate) ||
    isAlone(fields)
  )
}
const isRate = (value: unknown) => typeof value === 'number' || 'rate' in (fieldsOf(value) ?? {})
/** Only the list, with a field on its boards that pyasic alone writes. */
const isAlone = ({ hashboards }: Readonly<Record<string, unknown>>) =>
  Array.isArray(hashboards) && hashboards.some((each) => 'missing' in (fieldsOf(each) ?? {}))

const poolUrl = z.looseObject({ scheme: z.unknown(), host: z.string(), port: z.unknown() })

/** The host only: the rest of a pool's address may be private. */
function hostOf(url: unknown): string | null {
  const parts = poolUrl.safeParse(url)
  if (parts.success) return `${parts.data.host}:${String(parts.data.port)}`
  return typeof url === 'string' ? url.slice(0, 200) : null
}

const errorText = (error: z.output<typeof minerError> | string): string =>
  typeof error === 'string'
    ? error
    : [error.error_code, error.error_message].filter((part) => part !== null && part !== undefined && part !== '').join(': ')

function faultOf(error: z.output<typeof minerError> | string): MachineFault {
  const words = errorText(error)
  const code = typeof error === 'string' ? null : numberOf(error.error_code)
  const part = /power|psu|voltage/i.test(words)
    ? 'power_supply'
    : /\bfans?\b/i.test(words)
      ? 'fans'
      : /temp|heat/i.test(words)
        ? 'temperature'
        : 'other'
  return { part, code: code === null ? null : String(code), words, slot: null }
}

const named = (text: string | null | undefined): string | null => (text && text !== 'None' ? text : null)

/** @throws {ReadingError} naming the field that is not pyasic's */
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
  // A board's bare number has the unit of the whole machine's hashrate.
  const boards = data.hashboards.map((each, index) => ({
    // pyasic counts from 0, the machine from 1.
    slot: (each.slot ?? index) + 1,
    hashrate: say(perSecond(each.hashrate, factorOf(own)), 'hashboards hashrate'),
    chips: say(each.chips ?? null, 'hashboards chips'),
    expectedChips: say(each.expected_chips ?? null, 'hashboards expected_chips'),
    temperature: say(each.temp ?? null, 'hashboards temp'),
    chipTemperature: say(each.chip_temp ?? null, 'hashboards chip_temp'),
    isMissing: each.missing ?? false,
    serialNumber: say(each.serial_number ?? null, 'hashboards serial_number'),
  }))
  const firmware = [named(data.firmware ?? data.device_info?.firmware), named(data.fw_ver)].filter((part) => part !== null).join(' ')
  return readingOf('pyasic', {
    source: 'pyasic',
    make: say(named(data.make ?? data.device_info?.make), 'make'),
    model: say(named(data.model ?? data.device_info?.model), 'model'),
    firmware: say(firmware || null, 'firmware, fw_ver'),
    serialNumber: say(data.serial_number ?? null, 'serial_number'),
    readAt: say(data.datetime ?? null, 'datetime'),
    uptime: say(data.uptime ?? null, 'uptime'),
    state: data.is_mining === false ? say('stopped' as const, 'is_mining') : null,
    hashrate: say(perSecond(data.hashrate), 'hashrate'),
    nominalHashrate: say(
      perSecond(data.sticker_hashrate) ?? perSecond(data.expected_hashrate) ?? perSecond(data.nominal_hashrate),
      'sticker_hashrate, expected_hashrate',
    ),
    boards,
    expectedBoards: say(data.expected_hashboards ?? null, 'expected_hashboards'),
    // pyasic lists every board that it expects, missing ones included.
    listsMissingBoards: data.expected_hashboards === null || data.expected_hashboards === undefined,
    fans: say(
      (data.fans ?? []).map((fan) => (typeof fan === 'number' ? fan : (fan.speed ?? null))),
      'fans speed',
    ),
    expectedFans: say(data.expected_fans ?? null, 'expected_fans'),
    power: say(data.wattage ?? null, 'wattage'),
    powerLimit: say(data.wattage_limit ?? null, 'wattage_limit'),
    environmentTemperature: say(data.env_temp ?? null, 'env_temp'),
    errors: (data.errors ?? []).map(errorText),
    faults: (data.errors ?? []).map(faultOf),
    pools: (data.pools ?? []).slice(0, 16).map(({ url, alive, accepted, rejected }) => ({
      url: hostOf(url),
      isAlive: alive ?? null,
      accepted: accepted ?? null,
      rejected: rejected ?? null,
    })),
  })
}
