import type { Prisma, PrismaClient } from '~/generated/prisma/client'
import { DEMO_CUSTOMER } from './factories/names'
import type { makeDemoShop } from './shop'

export type DemoCounts = Record<keyof ReturnType<typeof makeDemoShop>, number>

/** True for an unused database: no rows but the first administrator, whom every start makes if missing. */
async function isUntouched(tx: Prisma.TransactionClient): Promise<boolean> {
  const users = await tx.user.findMany({ select: { profile: { select: { role: true } } }, take: 2 })
  if (users.length > 1 || users.some(({ profile }) => profile?.role !== 'admin')) return false
  const counts = [
    await tx.websiteSetting.count(),
    await tx.deviceModel.count(),
    await tx.tradeInMachine.count(),
    await tx.product.count(),
    await tx.partType.count(),
    await tx.order.count(),
    await tx.repair.count(),
    await tx.tradeIn.count(),
  ]
  return counts.every((count) => count === 0)
}

async function giveUnits(tx: Prisma.TransactionClient, cases: ReturnType<typeof makeDemoShop>['unitOfCases']): Promise<number> {
  for (const { id, unitId } of cases) await tx.case.update({ where: { id }, data: { unitId }, select: { id: true } })
  return cases.length
}

interface DemoOptions {
  seed?: number
  now: Date
  /** Makes the password of DEMO_CUSTOMER and returns its hash, only if the shop is loaded. Without it no customer can sign in. */
  customerPassword?: () => Promise<string>
}

/** Milliseconds; a slow machine takes minutes, and nobody uses the database yet. */
const LONGEST = 30 * 60_000

/** One transaction; with several processes, call it inside `database.exclusively`. @returns null if the database is in use */
export async function loadDemoShop(prisma: PrismaClient, { seed = 1, now, customerPassword }: DemoOptions): Promise<DemoCounts | null> {
  const load = async (tx: Prisma.TransactionClient): Promise<DemoCounts | null> => {
    if (!(await isUntouched(tx))) return null
    // A start with a used database needs neither the data nor faker.
    const { makeDemoShop } = await import('./shop')
    const { loadDemoCredit } = await import('./credit')
    const { networkCoins } = await import('./data/network-coins')
    const { rateFactory, sellerFactory } = await import('./factories/seller')
    const shop = makeDemoShop({ seed, now })
    const counts = {
      users: (await tx.user.createMany({ data: shop.users })).count,
      profiles: (await tx.profile.createMany({ data: shop.profiles })).count,
      settings: (await tx.websiteSetting.createMany({ data: shop.settings })).count,
      emailVersions: (await tx.emailTemplateVersion.createMany({ data: shop.emailVersions })).count,
      models: (await tx.deviceModel.createMany({ data: shop.models })).count,
      machines: (await tx.tradeInMachine.createMany({ data: shop.machines })).count,
      products: (await tx.product.createMany({ data: shop.products })).count,
      orders: (await tx.order.createMany({ data: shop.orders })).count,
      repairs: (await tx.repair.createMany({ data: shop.repairs })).count,
      requests: (await tx.caseRequest.createMany({ data: shop.requests })).count,
      tradeIns: (await tx.tradeIn.createMany({ data: shop.tradeIns })).count,
      orderLines: (await tx.orderLine.createMany({ data: shop.orderLines })).count,
      units: (await tx.unit.createMany({ data: shop.units })).count,
      orderLineUnits: (await tx.orderLineUnit.createMany({ data: shop.orderLineUnits })).count,
      unitOfCases: await giveUnits(tx, shop.unitOfCases),
      refurbishments: (await tx.refurbishment.createMany({ data: shop.refurbishments })).count,
      refurbishmentSteps: (await tx.refurbishmentStep.createMany({ data: shop.refurbishmentSteps })).count,
      quotes: (await tx.caseQuote.createMany({ data: shop.quotes })).count,
      partTypes: (await tx.partType.createMany({ data: shop.partTypes })).count,
      repairLines: (await tx.repairLine.createMany({ data: shop.repairLines })).count,
      parts: (await tx.part.createMany({ data: shop.parts })).count,
      tradeInChecks: (await tx.tradeInCheck.createMany({ data: shop.tradeInChecks })).count,
      tradeInDeductions: (await tx.tradeInDeduction.createMany({ data: shop.tradeInDeductions })).count,
      tradeInOffers: (await tx.tradeInOffer.createMany({ data: shop.tradeInOffers })).count,
      notes: (await tx.caseNote.createMany({ data: shop.notes })).count,
      messages: (await tx.caseMessage.createMany({ data: shop.messages })).count,
    }
    await loadDemoCredit(tx, now)
    await tx.sellerDetails.create({ data: sellerFactory()() })
    await tx.exchangeRate.create({ data: rateFactory({ now })() })
    await tx.networkCoin.createMany({ data: networkCoins(now), skipDuplicates: true })
    if (customerPassword) {
      const passwordHash = await customerPassword()
      await tx.user.update({ where: { email: DEMO_CUSTOMER.email }, data: { passwordHash }, select: { id: true } })
    }
    return counts
  }
  return prisma.$transaction(load, { timeout: LONGEST })
}
