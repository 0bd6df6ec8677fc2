import { tracked } from '@trpc/server'
import { followSiteInput } from '~/contracts/streams'
import { followSite } from '~/server/site/live-site'
import { createTRPCRouter, publicProcedure } from '../trpc'

export const siteRouter = createTRPCRouter({
  /** Over one connection, because a browser has only six for all its tabs. */
  onChange: publicProcedure
    .meta({ about: 'Several topics of the public site: first what the subscriber has not seen, then each topic that changes.' })
    .input(followSiteInput)
    .subscription(async function* ({ ctx, input, signal }) {
      for await (const { id, changed } of followSite(ctx.live, input.topics, { lastEventId: input.lastEventId, signal })) {
        yield tracked(id, changed)
      }
    }),
})
