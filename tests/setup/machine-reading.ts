/** A machine's own data in pyasic's form. */
export interface Measured {
  serialNumber?: string | null
  /** The serial number of each board, null where the firmware does not tell it. */
  boards?: readonly (string | null)[]
  /** TH/s and watts. */
  hashrate?: number
  power?: number | null
}

export const readingOf = ({ serialNumber = null, boards = ['B-0', 'B-1', 'B-2'], hashrate = 100, power = 3250 }: Measured = {}): string =>
  JSON.stringify({
    device_info: { make: 'AntMiner', model: 'S19', firmware: 'Stock', algo: 'SHA256' },
    serial_number: serialNumber,
    hashrate: { unit: 1e12, rate: hashrate },
    wattage: power,
    hashboards: boards.map((serial, slot) => ({
      slot,
      hashrate: hashrate / boards.length,
      temp: 61,
      chip_temp: 76,
      chips: 76,
      expected_chips: 76,
      serial_number: serial,
      missing: false,
    })),
    errors: [],
    is_mining: true,
  })
