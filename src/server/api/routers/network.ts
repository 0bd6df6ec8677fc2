import { createTRPCRouter, protectedAdminProcedure, publicProcedure } from '~/server/api/trpc'
import {
  compareInput,
  removeNetworkCoinInput,
  saveNetworkAssumptionsInput,
  saveNetworkCoinInput,
} from '~/contracts/catalogue/network-inputs'
import { compareMachines } from '~/server/catalogue/network/compare-machines'
import { readNetworkPage } from '~/server/catalogue/network/read-network-page'
import { removeNetworkCoin, saveNetworkAssumptions, saveNetworkCoin } from '~/server/catalogue/network/save-network'

export const networkRouter = createTRPCRouter({
  current: publicProcedure
    .meta({
      about:
        'The figures of networks by which pages estimate what machines earn, each with its source and its time: after 48 hours pages show none of it.',
    })
    .query(async ({ ctx }) => (await ctx.live.values.network.get()).data),

  compare: publicProcedure
    .meta({
      about:
        'Up to four machines with what their earnings depend on: products by their slugs, machines of the trade-in catalogue by their ids. Unknown ones are left out.',
    })
    .input(compareInput)
    .query(({ ctx, input }) => compareMachines(ctx, input)),

  all: protectedAdminProcedure
    .meta({
      about: 'The figures with their versions, what estimates take for granted, and how the last question to `NETWORK_API_URL` ended.',
    })
    .query(({ ctx }) => readNetworkPage(ctx)),

  saveCoin: protectedAdminProcedure
    .meta({
      about:
        'Adds a coin or types its figures anew: they are true from now. `networkHashrate` is a number of H/s, or a text such as "650 EH/s"; either it or `difficulty` is given. What `NETWORK_API_URL` says of the coin counts again after 48 hours.',
      errors: {
        BAD_REQUEST: 'a coin that comes with one that is not there, or too many coins',
        NOT_FOUND: 'a version of a coin that is gone',
        CONFLICT: 'a stale `version`',
      },
    })
    .input(saveNetworkCoinInput)
    .mutation(({ ctx, input }) => saveNetworkCoin(ctx, input)),

  removeCoin: protectedAdminProcedure
    .meta({
      about: 'Removes a coin. One that `NETWORK_API_URL` names comes back with its next answer.',
      errors: { NOT_FOUND: true, CONFLICT: 'a stale `version`' },
    })
    .input(removeNetworkCoinInput)
    .mutation(({ ctx, input }) => removeNetworkCoin(ctx, input)),

  saveAssumptions: protectedAdminProcedure
    .meta({
      about: 'Sets what estimates take for granted, in per cent: growth of the difficulty in 30 days, the pool’s fee, uptime.',
      errors: { CONFLICT: 'a stale `version`' },
    })
    .input(saveNetworkAssumptionsInput)
    .mutation(({ ctx, input }) => saveNetworkAssumptions(ctx, input)),
})
