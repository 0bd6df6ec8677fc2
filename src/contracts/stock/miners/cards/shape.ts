import * as z from 'zod'

const text = z
  .string()
  .transform((value) => value.slice(0, 200))
  .nullable()
  .catch(null)
const number = z.number().nullable().catch(null)
const lines = z.array(z.string()).max(16).catch([])

export const cardReading = z.object({
  /** From 0, as the program counts. */
  index: z.number(),
  model: text,
  /** 'GPU-…' (NVIDIA) or '0x…' (AMD): stays with the card in any slot. */
  uuid: text,
  /** GeForce cards have none. */
  serialNumber: text,
  vbios: text,
  /** Bus id: '01:00.0'. */
  busId: text,
  /** MiB. */
  memory: number,
  /** Watts. */
  power: number,
  powerLimit: number,
  defaultPowerLimit: number,
  temperature: number,
  memoryTemperature: number,
  /** Per cent of full speed. */
  fanPercent: number,
  /** Revolutions per minute. */
  fanSpeed: number,
  /** The current generation; it falls while a card is idle. */
  pcieGeneration: number,
  pcieMaxGeneration: number,
  pcieWidth: number,
  pcieMaxWidth: number,
  /** H/s. */
  hashrate: number,
  hardwareErrors: number,
  /** [] if the driver counts none; null if it does not report them. */
  memoryFaults: lines.nullable().catch(null),
  /** Memory rows that were replaced successfully. */
  memoryNotes: lines,
  isLost: z.boolean().catch(false),
})
export type CardReading = z.output<typeof cardReading>

export const driveReading = z.object({
  model: text,
  serialNumber: text,
  /** The drive's own verdict (SMART). */
  isWell: z.boolean().nullable().catch(null),
  /** Hours. */
  poweredOn: number,
  temperature: number,
  /** Replaced sectors, or faulty blocks of a solid-state drive. */
  badSectors: number,
  /** Percent of its rated life, possibly above 100. */
  used: number,
})
export type DriveReading = z.output<typeof driveReading>

const NOTHING: Omit<CardReading, 'index'> = {
  model: null,
  uuid: null,
  serialNumber: null,
  vbios: null,
  busId: null,
  memory: null,
  power: null,
  powerLimit: null,
  defaultPowerLimit: null,
  temperature: null,
  memoryTemperature: null,
  fanPercent: null,
  fanSpeed: null,
  pcieGeneration: null,
  pcieMaxGeneration: null,
  pcieWidth: null,
  pcieMaxWidth: null,
  hashrate: null,
  hardwareErrors: null,
  memoryFaults: null,
  memoryNotes: [],
  isLost: false,
}

export const cardOf = (said: Partial<CardReading> & Pick<CardReading, 'index'>): CardReading => ({ ...NOTHING, ...said })

/** Normalises '00000000:01:00.0', '0000:01:00.0' and '1:0' to '01:00.0'; null for other texts. */
export function busOf(said: string | null): string | null {
  const [, bus, device, part = '0'] = /(?:^|:)([0-9a-f]{1,2}):([0-9a-f]{1,2})(?:\.(\d))?$/i.exec((said ?? '').trim().slice(0, 40)) ?? []
  return bus === undefined || device === undefined ? null : `${bus.padStart(2, '0')}:${device.padStart(2, '0')}.${part}`.toLowerCase()
}
