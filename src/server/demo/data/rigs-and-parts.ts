import type { ProductSheet } from './product-sheet'

const rig = { category: 'GPU Rigs', imageUrl: '/products/gpu-rig.svg', algorithm: 'Etchash' }
const custom = {
  category: 'Custom Setups',
  imageUrl: '/products/mining-rack.svg',
  warranty: '12 months, by us',
  delivery: 'About 6 weeks from your order, installed by us',
}

/** Figures are measured at the wall on Etchash. */
export const rigsAndSetups: ProductSheet[] = [
  {
    ...rig,
    name: 'Open-frame rig, 8 × Radeon RX 6800',
    manufacturer: 'AMD',
    model: '8 × Radeon RX 6800',
    price: 3480,
    stockQuantity: 6,
    description: 'Assembled, tuned and tested in our workshop. Aluminium frame, two power supplies, eight cards.',
    rating: 4.5,
    hashrate: '496 MH/s',
    power: '1050W',
    efficiency: '2.1 J/MH',
  },
  {
    ...rig,
    name: 'Open-frame rig, 6 × GeForce RTX 3070, refurbished',
    manufacturer: 'NVIDIA',
    model: '6 × GeForce RTX 3070',
    price: 1980,
    stockQuantity: 1,
    description: 'Cards from the trade-in programme with new thermal pads, in a new frame.',
    condition: 'Refurbished',
    collections: ['refurbished'],
    rating: 4.2,
    hashrate: '360 MH/s',
    power: '840W',
    efficiency: '2.3 J/MH',
  },
  {
    ...custom,
    name: 'Mining rack for twelve miners, built to order',
    price: 4900,
    stockQuantity: 0,
    isPreOrder: true,
    description: 'Rack, power distribution and air ducts, planned for your room and installed by us.',
    power: '42000W',
  },
  {
    ...custom,
    name: 'Home heating set with water-cooled miner',
    price: 6900,
    stockQuantity: 0,
    isPreOrder: true,
    description: 'Miner, heat exchanger and controls that feed your heating. We plan it with your installer.',
    imageUrl: '/products/dry-cooler.svg',
    collections: ['hydro-miners', 'home-miners'],
  },
]

const part = { category: 'Spare Parts' }
const accessory = { category: 'Accessories' }

export const partsAndAccessories: ProductSheet[] = [
  {
    ...part,
    name: 'Power supply APW12',
    manufacturer: 'Bitmain',
    model: 'APW12',
    imageUrl: '/products/power-supply.svg',
    price: 159,
    stockQuantity: 28,
    description: 'For the Antminer S19 series, 12–15 V, with both output rails.',
    rating: 4.4,
    power: '3600W',
  },
  {
    ...part,
    name: 'Control board for Antminer S19 series',
    manufacturer: 'Bitmain',
    model: 'S19 control board',
    imageUrl: '/products/control-board.svg',
    price: 119,
    stockQuantity: 17,
    description: 'Flashed with the current firmware and tested with three hashboards.',
    rating: 4.3,
  },
  {
    ...part,
    name: 'Hashboard for Antminer S19j Pro, refurbished',
    manufacturer: 'Bitmain',
    model: 'S19j Pro hashboard',
    imageUrl: '/products/hashboard.svg',
    price: 189,
    stockQuantity: 4,
    description: 'All 126 chips answer at full frequency. Test report included.',
    condition: 'Refurbished',
    collections: ['refurbished'],
    rating: 4.1,
  },
  {
    ...accessory,
    name: 'Fan kit, 4 × 120 mm',
    imageUrl: '/products/fan-kit.svg',
    price: 59.9,
    stockQuantity: 60,
    description: 'Four 6,000 rpm fans with screws and four-pin leads, for most Antminer models.',
    rating: 4.7,
  },
  {
    ...accessory,
    name: 'Air duct and silencer, 200 mm',
    imageUrl: '/products/air-duct.svg',
    price: 139,
    stockQuantity: 0,
    description: 'Takes the hot air outside and the noise down by about 15 dB.',
    rating: 3.9,
  },
]
