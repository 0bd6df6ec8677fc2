import { COMPANY_CATEGORY, companyTexts, type CompanyText } from '~/contracts/site/company-details'
import type { Prisma } from '~/generated/prisma/client'
import { newsletterWelcome } from '~/server/site/newsletter/newsletter-email-templates'

const details: Record<CompanyText, string> = {
  guarantees: 'Refurbished machines have run under load for 24 hours and carry a 90-day limited warranty; repairs carry 30 days.',
  delivery: 'We ship worldwide with tracking; shipments of high value are insured.',
}

export const companyRows = (now: Date): Prisma.WebsiteSettingCreateManyInput[] =>
  companyTexts.map((settingKey) => ({
    settingKey,
    settingValue: details[settingKey],
    settingCategory: COMPANY_CATEGORY,
    createdAt: now,
    updatedAt: now,
  }))

const HOUR_MS = 60 * 60 * 1000

export const emailVersions = (now: Date): Prisma.EmailTemplateVersionCreateManyInput[] => [
  {
    template: newsletterWelcome.id,
    number: 1,
    subject: 'Welcome to the newsletter of {{company}}',
    body: newsletterWelcome.body.replace('Thank you.', 'Thank you for reading along.'),
    savedAt: new Date(now.getTime() - 26 * HOUR_MS),
  },
  { template: newsletterWelcome.id, number: 2, subject: null, body: null, savedAt: new Date(now.getTime() - 2 * HOUR_MS) },
]
