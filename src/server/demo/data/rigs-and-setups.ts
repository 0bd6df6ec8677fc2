import type { ProductSheet } from './product-sheet'

const rig = { category: 'GPU Rigs', imageUrl: '/products/gpu-rig.svg' }
const custom = { category: 'Custom Setups', imageUrl: '/products/mining-rack.svg' }

/** Rigs built in the workshop, and setups planned for one customer. Figures are measured at the wall on Etchash. */
export const rigsAndSetups: ProductSheet[] = [
  {
    ...rig,
    name: 'Open-frame rig, 8 × Radeon RX 6800',
    manufacturer: 'AMD',
    model: '8 × Radeon RX 6800',
    price: 3480,
    stockQuantity: 6,
    description: 'Assembled, tuned and tested in our workshop. Aluminium frame, two power supplies, eight cards.',
    collections: ['home-mining'],
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
    price: 0,
    stockQuantity: 0,
    isPreOrder: true,
    description: 'Rack, power distribution and air ducts, planned for your room and installed by us.',
    power: '42000W',
  },
  {
    ...custom,
    name: 'Home heating set with water-cooled miner',
    price: null,
    stockQuantity: 0,
    isPreOrder: true,
    description: 'Miner, heat exchanger and controls that feed your heating. We plan it with your installer.',
    imageUrl: '/products/hydro-miner.svg',
    collections: ['hydro-cooling', 'home-mining'],
  },
]
