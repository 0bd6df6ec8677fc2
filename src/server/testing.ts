import { mkdtempSync, openAsBlob, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { createCaller } from '~/server/api/root'
import { createInnerTRPCContext } from '~/server/api/trpc'
import { createServices } from '~/server/create-services'
import { startSession } from '~/server/identity/auth/sessions'
import { openEmbedded } from '~/server/platform/database/embedded'
import { embeddedImageFile } from '~/server/platform/database/embedded-image'
import { applyMigrations } from '~/server/platform/database/migrate'
import { createFolderStore } from '~/server/platform/files/folder-store'
import { createLogger } from '~/server/platform/log'
import type { Email } from '~/server/platform/mail/email'

const YEAR_MS = 365 * 24 * 60 * 60 * 1000

interface TestShopOptions {
  /** Opens the embedded database of this folder instead of an empty one. No other process may have it open. */
  dataDir?: string
}

interface Person {
  role?: 'admin' | 'customer'
  fullName?: string
}

/**
 * Opens a shop on an empty embedded database in memory. Emails are kept in `emails` instead of being sent, and nothing outside is called.
 *
 * - `caller`: the routers as a visitor calls them, `await shop.caller.products.shop(…)`
 * - `as(email, { role })`: the same as a signed-in person; one who has no account gets one, a customer's without a role
 * - `db`: the database (`db.prisma`)
 * - `close()`: ends it, and removes its files
 *
 * @throws {DatabaseInUseError} for a `dataDir` that another process has open
 */
export async function openTestShop({ dataDir }: TestShopOptions = {}) {
  const db = await openEmbedded(dataDir === undefined ? { memory: true, image: await openAsBlob(await embeddedImageFile()) } : { dataDir })
  const folder = mkdtempSync(path.join(tmpdir(), 'test-shop-'))
  const emails: Email[] = []
  if (dataDir !== undefined) await applyMigrations(db.adapter)
  const services = await createServices({
    db,
    log: createLogger('silent'),
    secret: 'a secret for tests alone, which signs nothing of value',
    siteUrl: 'http://localhost:3000',
    mail: {
      send: (email) => {
        emails.push(email)
        return Promise.resolve()
      },
    },
    sms: null,
    files: createFolderStore(dataDir === undefined ? folder : path.join(dataDir, 'files')),
    adminApi: null,
    cardPayments: null,
    holdSeconds: 0,
    isOnlyProcess: true,
  })
  const callerOf = (sessionId: string | null) => createCaller(createInnerTRPCContext({ services, sessionId }))

  const as = async (email: string, { role = 'customer', fullName = email }: Person = {}) => {
    const known = await db.prisma.user.findUnique({ where: { email: email.toLowerCase() }, select: { id: true } })
    // A new administrator must wait a week before approving anything.
    const createdAt = new Date(Date.now() - YEAR_MS)
    const { id } =
      known ??
      (await db.prisma.user.create({
        data: {
          email: email.toLowerCase(),
          emailVerifiedAt: createdAt,
          createdAt,
          profile: { create: { email: email.toLowerCase(), fullName, role, createdAt } },
        },
        select: { id: true },
      }))
    return callerOf(await startSession(services, id))
  }

  const close = async () => {
    await services.jobs.settled()
    await services.hub.stop()
    await db.close()
    rmSync(folder, { recursive: true, force: true })
  }
  return { caller: callerOf(null), as, db, emails, close }
}
