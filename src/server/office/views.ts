import { createOnce, type CreatingCall, type SignedInCall } from '~/server/call'
import { TRPCError } from '@trpc/server'
import type * as z from 'zod'
import {
  MOST_VIEWS,
  type deleteViewInput,
  type renameViewInput,
  type saveViewInput,
  type View,
  type ViewScreen,
} from '~/contracts/office/views'
import { Prisma } from '~/generated/prisma/client'

const fields = { id: true, screen: true, name: true, query: true } as const
/** Only `saveView` writes the column, with a screen of the contract. */
const toView = (row: { id: string; screen: string; name: string; query: string }) => row as View

const noSuchView = () => new TRPCError({ code: 'NOT_FOUND', message: 'There is no such view.' })

async function nameOnce<T>(name: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof Prisma.PrismaClientKnownRequestError) || error.code !== 'P2002') throw error
    throw new TRPCError({ code: 'CONFLICT', message: `There is already a view named “${name}”.` })
  }
}

export async function listViews(
  { db: { prisma }, viewer: { userId } }: SignedInCall<'db'>,
  { screen }: { screen: ViewScreen },
): Promise<View[]> {
  const rows = await prisma.savedView.findMany({ where: { userId, screen }, select: fields, orderBy: { name: 'asc' }, take: MOST_VIEWS })
  return rows.map(toView)
}

/** @throws CONFLICT for a name in use, and for an idempotency key with another view; BAD_REQUEST for too many views */
export function saveView(call: CreatingCall<never>, input: z.output<typeof saveViewInput>): Promise<View> {
  const { userId } = call.viewer
  return createOnce(call, input, async (tx, view) => {
    const known = await tx.savedView.count({ where: { userId, screen: view.screen } })
    if (known >= MOST_VIEWS) throw new TRPCError({ code: 'BAD_REQUEST', message: `No more than ${MOST_VIEWS} views are kept of a list.` })
    return nameOnce(view.name, async () => toView(await tx.savedView.create({ data: { ...view, userId }, select: fields })))
  })
}

/** @throws NOT_FOUND, also for another person's; CONFLICT for a name in use */
export async function renameView(
  { db: { prisma }, viewer: { userId } }: SignedInCall<'db'>,
  { id, name }: z.output<typeof renameViewInput>,
): Promise<View> {
  const [row] = await nameOnce(name, () => prisma.savedView.updateManyAndReturn({ where: { id, userId }, data: { name }, select: fields }))
  if (!row) throw noSuchView()
  return toView(row)
}

/** @throws NOT_FOUND, also for another person's */
export async function deleteView(
  { db: { prisma }, viewer: { userId } }: SignedInCall<'db'>,
  { id }: z.output<typeof deleteViewInput>,
): Promise<{ id: string }> {
  const { count } = await prisma.savedView.deleteMany({ where: { id, userId } })
  if (count === 0) throw noSuchView()
  return { id }
}
