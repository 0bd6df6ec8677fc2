import type { MachineRow } from '../factories/machine'

type MachineSheet = Pick<MachineRow, 'manufacturer' | 'model' | 'category' | 'hashrate' | 'powerConsumption'> & {
  /** EUR of store credit for excellent, good, fair and poor. */
  values: [number, number, number, number]
} & Partial<Pick<MachineRow, 'isActive' | 'notes'>>

type Figures = [model: string, hashrate: string, powerConsumption: string, values: MachineSheet['values']]

const line =
  (manufacturer: string, category: string) =>
  ([model, hashrate, powerConsumption, values]: Figures): MachineSheet => ({
    manufacturer,
    model,
    category,
    hashrate,
    powerConsumption,
    values,
  })

const bitmain: Figures[] = [
  ['Antminer S19', '95 TH/s', '3250W', [310, 250, 170, 60]],
  ['Antminer S19 Pro', '110 TH/s', '3250W', [390, 320, 220, 75]],
  ['Antminer S19j Pro', '104 TH/s', '3068W', [360, 300, 205, 70]],
  ['Antminer S19 XP', '140 TH/s', '3010W', [760, 640, 450, 150]],
  ['Antminer S21', '200 TH/s', '3500W', [1560, 1330, 960, 310]],
  ['Antminer S21 Pro', '234 TH/s', '3510W', [2280, 1950, 1400, 450]],
  ['Antminer T21', '190 TH/s', '3610W', [1290, 1090, 780, 250]],
  ['Antminer L7', '9.5 GH/s', '3425W', [1850, 1580, 1120, 360]],
  ['Antminer L9', '16 GH/s', '3360W', [3350, 2880, 2080, 670]],
  ['Antminer KS5', '20 TH/s', '3000W', [690, 580, 410, 130]],
]

const microBt: Figures[] = [
  ['Whatsminer M30S++', '112 TH/s', '3472W', [340, 280, 190, 65]],
  ['Whatsminer M50', '114 TH/s', '3306W', [520, 440, 310, 100]],
  ['Whatsminer M60S', '186 TH/s', '3441W', [1480, 1260, 910, 290]],
]

const canaan: Figures[] = [
  ['Avalon A1366', '130 TH/s', '3250W', [560, 470, 335, 110]],
  ['Avalon A1466', '150 TH/s', '3230W', [840, 710, 505, 165]],
]

const bitmainHydro: Figures[] = [
  ['Antminer S19 XP Hydro', '255 TH/s', '5304W', [1180, 1000, 710, 230]],
  ['Antminer S21 Hydro', '335 TH/s', '5360W', [2350, 2010, 1450, 460]],
]

const discontinued: MachineSheet = {
  ...line('Bitmain', 'ASIC Miner')(['Antminer S9', '13.5 TH/s', '1323W', [40, 30, 20, 5]]),
  isActive: false,
  notes: 'Below running cost at current power prices; taken for recycling only.',
}

/** Hash rate and power are the manufacturers' figures; rigs are measured at the wall on Etchash. */
export const machineSheets: MachineSheet[] = [
  ...bitmain.map(line('Bitmain', 'ASIC Miner')),
  ...microBt.map(line('MicroBT', 'ASIC Miner')),
  ...canaan.map(line('Canaan', 'ASIC Miner')),
  line('IceRiver', 'ASIC Miner')(['KS3', '8 TH/s', '3200W', [260, 215, 150, 50]]),
  discontinued,
  ...bitmainHydro.map(line('Bitmain', 'Hydro Miner')),
  line('MicroBT', 'Hydro Miner')(['Whatsminer M63S Hydro', '390 TH/s', '7215W', [2720, 2320, 1660, 530]]),
  line('Canaan', 'Home Miner')(['Avalon Nano 3S', '6 TH/s', '140W', [130, 110, 75, 25]]),
  {
    ...line('NVIDIA', 'GPU Rig')(['6 × GeForce RTX 3070', '360 MH/s', '840W', [1180, 980, 690, 260]]),
    notes: 'Value per complete rig with frame and power supply.',
  },
  {
    ...line('AMD', 'GPU Rig')(['8 × Radeon RX 6800', '496 MH/s', '1050W', [1450, 1220, 860, 320]]),
    notes: 'Value per complete rig with frame and power supply.',
  },
]
