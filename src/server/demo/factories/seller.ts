import type { Prisma } from '~/generated/prisma/client'
import type { FactoryOptions } from './source'

/** Made up; passes the check of British VAT numbers. */
const EXAMPLE_VAT_NUMBER = 'GB100000034'

export const sellerFactory =
  () =>
  (overrides: Partial<Prisma.SellerDetailsCreateInput> = {}): Prisma.SellerDetailsCreateInput => ({
    id: 1,
    legalName: 'Ohmfield Example Ltd',
    companyNumber: '00000000',
    vatNumber: EXAMPLE_VAT_NUMBER,
    bankName: 'Example Bank (not a real bank)',
    accountName: 'Ohmfield Example Ltd',
    iban: 'GB37XMPL00000000000000',
    bic: 'XMPLGB22',
    ...overrides,
  })

export const rateFactory =
  ({ now }: Pick<FactoryOptions, 'now'>) =>
  (overrides: Partial<Prisma.ExchangeRateCreateInput> = {}): Prisma.ExchangeRateCreateInput => ({
    day: new Date(now.toISOString().slice(0, 10)),
    sterling: 0.85,
    source: 'Example rate of the demo shop',
    createdAt: now,
    ...overrides,
  })
