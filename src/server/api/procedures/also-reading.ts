import type { ScopedRouter } from '~/contracts/identity/api-keys'
import { requireScope } from '~/server/identity/auth/scopes'
import { protectedAdminProcedure } from '../trpc'

/** For answers made of another router's rows: its caller must be allowed to read that one too. */
export const alsoReading = (router: ScopedRouter) =>
  protectedAdminProcedure.use(({ ctx, next }) => {
    requireScope(ctx.viewer, router, 'read')
    return next()
  })
