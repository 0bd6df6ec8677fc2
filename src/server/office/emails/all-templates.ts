import type { EmailTemplate } from '~/contracts/office/email-templates'
import { claimTemplates } from '~/server/stock/claims/claim-email-templates'
import { orderTemplates } from '~/server/stock/sale/checkout/order-email-templates'
import { caseTemplates } from '~/server/cases/case-email-templates'
import { repairTemplates } from '~/server/cases/kinds/repair-email-templates'
import { tradeInTemplates } from '~/server/cases/kinds/trade-in-email-templates'
import { receiptTemplates } from '~/server/cases/quotes/answer-email-templates'
import { invoiceTemplates } from '~/server/billing/invoices/invoice-email-templates'
import { creditExpires, creditIssued } from '~/server/credit/credit-email-templates'
import { accountTemplates } from '~/server/identity/auth/account-email-templates'
import { notFound } from '~/server/platform/database/conflict'
import {
  newsletterAgain,
  newsletterConfirm,
  newsletterUnsubscribe,
  newsletterWelcome,
} from '~/server/site/newsletter/newsletter-email-templates'

export const allTemplates: readonly EmailTemplate[] = [
  ...repairTemplates,
  ...tradeInTemplates,
  ...receiptTemplates,
  ...caseTemplates,
  creditIssued,
  creditExpires,
  ...invoiceTemplates,
  ...accountTemplates,
  ...claimTemplates,
  ...orderTemplates,
  newsletterConfirm,
  newsletterWelcome,
  newsletterAgain,
  newsletterUnsubscribe,
]

/** @throws NOT_FOUND */
export function templateOf(id: string): EmailTemplate {
  const template = allTemplates.find((each) => each.id === id)
  if (!template) throw notFound({ one: 'email template' })
  return template
}
