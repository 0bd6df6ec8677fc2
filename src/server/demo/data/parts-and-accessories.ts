import type { ProductSheet } from './product-sheet'

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
