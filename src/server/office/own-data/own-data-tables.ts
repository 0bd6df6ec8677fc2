import { MOST_LINES } from '~/contracts/stock/order-lines'
import type { PrismaClient } from '~/generated/prisma/client'
import { madeWithUser } from '~/server/cases/base/customer-case'
import { paged, orderBy, ofNumberedCase, accountRows, ownCaseRows, ownRepairs, ownTradeIns } from './own-rows'

export const ownTables = (prisma: PrismaClient, userId: string, email: string) =>
  ({
    account: () => paged(async (after) => (after ? [] : accountRows(prisma, userId))),
    newsletter: () =>
      paged((after, take) => prisma.newsletterSubscriber.findMany({ where: { email, ...(after && { id: after }) }, orderBy, take })),
    devices: () =>
      paged((after, take) =>
        prisma.session.findMany({
          where: { userId, ...(after && { id: after }) },
          orderBy,
          take,
          select: { id: true, createdAt: true, lastSeenAt: true, expiresAt: true, revokedAt: true, userAgent: true, ip: true },
        }),
      ),
    'second-factors': () =>
      paged((after, take) =>
        prisma.mfaFactor.findMany({
          where: { userId, ...(after && { id: after }) },
          orderBy,
          take,
          select: { id: true, friendlyName: true, factorType: true, status: true, phone: true, createdAt: true },
        }),
      ),
    orders: () =>
      paged((after, take) =>
        prisma.order.findMany({
          where: { userId, ...(after && { id: after }) },
          orderBy,
          take,
          select: {
            id: true,
            orderNumber: true,
            status: true,
            totalAmount: true,
            currency: true,
            createdAt: true,
            sale: { select: { email: true, fullName: true, phone: true, deliveryAddress: true, carrier: true, trackingNumber: true } },
            lines: {
              orderBy: [{ position: 'asc' }, { createdAt: 'asc' }],
              take: MOST_LINES,
              select: { title: true, quantity: true, cancelled: true, price: true, tax: true },
            },
          },
        }),
      ),
    units: () =>
      paged((after, take) =>
        prisma.unit.findMany({
          where: { userId, ...(after && { id: after }) },
          orderBy,
          take,
          select: { id: true, unitNumber: true, manufacturer: true, model: true, serialNumber: true, createdAt: true },
        }),
      ),
    repairs: () => ownRepairs(prisma, userId),
    'trade-ins': () => ownTradeIns(prisma, userId),
    requests: () =>
      paged((after, take) =>
        prisma.caseRequest.findMany({
          where: { userId, ...(after && { id: after }) },
          orderBy,
          take,
          select: {
            id: true,
            noun: true,
            email: true,
            fullName: true,
            phone: true,
            returnAddress: true,
            details: true,
            createdAt: true,
            confirmedAt: true,
          },
        }),
      ),
    emails: () =>
      ownCaseRows(prisma, 'case_emails', madeWithUser(userId), (id) =>
        prisma.caseEmail.findMany({
          where: { id },
          orderBy,
          select: { id: true, ...ofNumberedCase, kind: true, recipient: true, subject: true, body: true, createdAt: true, sentAt: true },
        }),
      ),
    messages: () =>
      ownCaseRows(prisma, 'case_messages', madeWithUser(userId), (id) =>
        prisma.caseMessage.findMany({
          where: { id },
          orderBy,
          select: {
            id: true,
            ...ofNumberedCase,
            side: true,
            body: true,
            createdAt: true,
            readAt: true,
            files: { select: { id: true, name: true } },
          },
        }),
      ),
    'store-credit': () =>
      paged((after, take) =>
        prisma.ledgerEntry.findMany({
          where: { account: { userId }, ...(after && { id: after }) },
          orderBy,
          take,
          select: { id: true, number: true, kind: true, debit: true, credit: true, amount: true, reason: true, at: true },
        }),
      ),
    invoices: () =>
      paged((after, take) =>
        prisma.billingDocument.findMany({
          where: { buyerRow: { userId }, state: 'issued', ...(after && { id: after }) },
          orderBy,
          take,
          select: {
            id: true,
            number: true,
            kind: true,
            purpose: true,
            issuedOn: true,
            dueOn: true,
            net: true,
            vat: true,
            total: true,
            owed: true,
            paid: true,
            storeCredit: true,
            credited: true,
            reason: true,
            buyer: true,
            lines: {
              orderBy: { position: 'asc' },
              select: { description: true, quantity: true, price: true, vatPercent: true, net: true, vat: true, total: true },
            },
          },
        }),
      ),
    payments: () =>
      paged((after, take) =>
        prisma.payment.findMany({
          where: { buyer: { userId }, ...(after && { id: after }) },
          orderBy,
          take,
          select: {
            id: true,
            method: true,
            amount: true,
            onAccount: true,
            allocated: true,
            refunded: true,
            receivedOn: true,
            reference: true,
            createdAt: true,
            bankLine: { select: { bookedOn: true, description: true, reference: true } },
            refunds: { orderBy: { createdAt: 'asc' }, select: { amount: true, reason: true, state: true, createdAt: true } },
          },
        }),
      ),
    'billing-details': () =>
      paged((after, take) =>
        prisma.buyer.findMany({
          where: { userId, ...(after && { id: after }) },
          orderBy,
          take,
          select: {
            ...{ id: true, email: true, fullName: true, isBusiness: true, company: true, billingAddress: true, postalAddress: true },
            ...{ country: true, vatNumber: true, vatNumberState: true, vatNumberCheckedAt: true, termsDays: true, createdAt: true },
          },
        }),
      ),
    'store-credit-requests': () =>
      paged((after, take) =>
        prisma.creditRequest.findMany({
          where: { userId, ...(after && { id: after }) },
          orderBy,
          take,
          select: { id: true, kind: true, amount: true, reason: true, state: true, createdAt: true, decidedAt: true },
        }),
      ),
    'machine-requests': () =>
      paged((after, take) =>
        prisma.unitClaim.findMany({
          where: { claimantId: userId, ...(after && { id: after }) },
          orderBy,
          take,
          select: {
            ...{ id: true, state: true, note: true, createdAt: true, decidedAt: true },
            unit: { select: { unitNumber: true, manufacturer: true, model: true, serialNumber: true } },
          },
        }),
      ),
    'collection-notices': () =>
      paged((after, take) =>
        prisma.collectionNotice.findMany({
          where: { repair: { userId }, ...(after && { id: after }) },
          orderBy,
          take,
          select: { id: true, number: true, recipient: true, body: true, sentAt: true, repair: { select: { repairNumber: true } } },
        }),
      ),
    'store-credit-transfers': () =>
      paged((after, take) =>
        prisma.creditTransfer.findMany({
          where: { account: { userId }, ...(after && { id: after }) },
          orderBy,
          take,
          select: {
            id: true,
            direction: true,
            state: true,
            amount: true,
            takenBack: true,
            expiresAt: true,
            carrier: true,
            createdAt: true,
            endedAt: true,
          },
        }),
      ),
    history: () =>
      paged(async (after, take) => {
        const rows = await prisma.auditEntry.findMany({
          where: { actorId: userId, ...(after && { id: { gt: BigInt(after.gt) } }) },
          orderBy,
          take,
          select: { id: true, at: true, action: true, ip: true, userAgent: true },
        })
        return rows.map((row) => ({ ...row, id: String(row.id) }))
      }),
  }) satisfies Record<string, () => AsyncIterable<object>>

export type OwnFile = keyof ReturnType<typeof ownTables>
