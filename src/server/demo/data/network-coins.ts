import type { Prisma } from '~/generated/prisma/client'

const source = 'Example figures of the demo shop'

/** Realistic figures of one day, each coin before those merged with it. @param now when they are true */
export const networkCoins = (now: Date): Prisma.NetworkCoinCreateManyInput[] =>
  [
    {
      ...{
        coin: 'BTC',
        name: 'Bitcoin',
        algorithm: 'SHA-256',
        difficulty: '148000000000000',
        blockReward: '3.14',
        blockSeconds: 600,
        price: 82_000,
      },
      halvesOn: new Date('2028-04-17'),
    },
    {
      ...{
        coin: 'LTC',
        name: 'Litecoin',
        algorithm: 'Scrypt',
        networkHashrate: '2700000000000000',
        blockReward: '6.25',
        blockSeconds: 150,
        price: 75,
      },
      halvesOn: new Date('2027-07-29'),
    },
    {
      ...{
        coin: 'DOGE',
        name: 'Dogecoin',
        algorithm: 'Scrypt',
        networkHashrate: '2600000000000000',
        blockReward: 10_000,
        blockSeconds: 60,
        price: '0.16',
      },
      mergedWith: 'LTC',
    },
    {
      coin: 'KAS',
      name: 'Kaspa',
      algorithm: 'kHeavyHash',
      networkHashrate: '480000000000000000',
      blockReward: '3.2',
      blockSeconds: '0.1',
      price: '0.05',
    },
    {
      coin: 'ETC',
      name: 'Ethereum Classic',
      algorithm: 'Etchash',
      networkHashrate: '260000000000000',
      blockReward: '2.05',
      blockSeconds: '13.2',
      price: 16,
    },
  ].map((coin) => ({ ...coin, source, figuresAt: now }))
