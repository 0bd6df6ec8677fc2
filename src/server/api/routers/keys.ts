import { createKeyInput, revokeKeyInput } from '~/contracts/identity/api-keys'
import { createKey, listKeys, revokeKey } from '~/server/identity/keys/api-keys'
import { createTRPCRouter, protectedAdminProcedure, provenAdminProcedure } from '~/server/api/trpc'

export const keysRouter = createTRPCRouter({
  list: protectedAdminProcedure
    .meta({ about: 'The API keys, the newest first, with where each was used; never the keys themselves.' })
    .query(({ ctx }) => listKeys(ctx)),

  create: provenAdminProcedure
    .meta({
      about: 'Makes an API key and answers it, this once. It does what both its scopes and its creator’s allow.',
      errors: {
        BAD_REQUEST: 'an end that has passed, or scopes that its creator has not',
        CONFLICT: 'too many keys',
      },
    })
    .input(createKeyInput)
    .mutation(({ ctx, input }) => createKey(ctx, input)),

  revoke: protectedAdminProcedure
    .meta({
      about: 'Ends an API key at once.',
      errors: { NOT_FOUND: true, FORBIDDEN: 'another person’s key with scopes that the caller lacks' },
    })
    .input(revokeKeyInput)
    .mutation(({ ctx, input }) => revokeKey(ctx, input)),
})
