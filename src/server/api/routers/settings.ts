import { tracked } from '@trpc/server'
import { followInput } from '~/contracts/streams'
import { saveSettingsInput } from '~/contracts/settings'
import { followSite } from '~/server/site/live-site'
import { readTabs, saveTab } from '~/server/settings/tabs'
import { createTRPCRouter, protectedAdminProcedure, publicProcedure } from '../trpc'

export const settingsRouter = createTRPCRouter({
  public: publicProcedure
    .meta({ about: 'Every text of the site, rows merged over the built-in defaults.' })
    .query(async ({ ctx }) => (await ctx.live.values.settings.get()).data),

  onSettingsChange: publicProcedure
    .meta({ about: 'The current texts, then all of them again after every change, each marked with where the stream stands.' })
    .input(followInput.optional())
    .subscription(async function* ({ ctx, input, signal }) {
      for await (const { id, changed } of followSite(ctx.live, ['settings'], { lastEventId: input?.lastEventId, signal })) {
        if (changed.settings) yield tracked(id, changed.settings)
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
