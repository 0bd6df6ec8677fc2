import { createTRPCRouter, publicProcedure, protectedAdminProcedure } from '~/server/api/trpc'
import { tracked } from '@trpc/server'
import { followSiteInput } from '~/contracts/site/follow-site'
import { saveCompanyInput } from '~/contracts/site/company-details'
import { saveSettingsInput } from '~/contracts/site/settings'
import { followSite, subscriptionOf } from '~/server/site/live-site'
import { readCompany, saveCompany } from '~/server/billing/invoices/save-company'
import { readTabs, saveTab } from '~/server/site/settings/settings-tabs'

export const settingsRouter = createTRPCRouter({
  company: protectedAdminProcedure
    .meta({ about: 'What the footer says of the company: numbers, registered office, guarantees and delivery.' })
    .query(({ ctx }) => readCompany(ctx.db.prisma)),

  saveCompany: protectedAdminProcedure
    .meta({
      about:
        'Saves the company details in the footer; empty ones are not shown. Numbers and registered office belong to the seller’s details: ' +
        'changing them needs the right to change invoices.',
      errors: { BAD_REQUEST: 'an invalid VAT number', FORBIDDEN: true, CONFLICT: true },
    })
    .input(saveCompanyInput)
    .mutation(({ ctx, input }) => saveCompany(ctx, input)),

  public: publicProcedure
    .meta({ about: 'Every text of the site, rows merged over the built-in defaults.' })
    .query(async ({ ctx }) => (await ctx.live.values.settings.get()).data),

  onSettingsChange: publicProcedure
    .meta({
      about:
        'What public pages show: first what the subscriber has not seen, then every change, each marked with where the stream stands. ' +
        'With `topics` an event has each topic that changed by its name; without, it is the settings themselves.',
    })
    .input(followSiteInput.optional())
    .subscription(async function* ({ ctx, input, signal }) {
      const { topics, lastEventId, isAlone } = subscriptionOf(input)
      for await (const { id, changed } of followSite(ctx.live, topics, { lastEventId, signal })) {
        const data = isAlone ? changed.settings : changed
        if (data) yield tracked(id, data)
      }
    }),

  all: protectedAdminProcedure
    .meta({ about: 'The six tabs as they are stored, with the version of each.' })
    .query(async ({ ctx }) => ({ tabs: await readTabs(ctx.db.prisma) })),

  save: protectedAdminProcedure
    .meta({ largeBody: true, about: 'Saves a tab: all of its fields, or none.', errors: { CONFLICT: 'a stale `version`' } })
    .input(saveSettingsInput)
    .mutation(({ ctx, input }) => saveTab(ctx, input)),
})
