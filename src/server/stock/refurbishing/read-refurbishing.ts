import * as z from 'zod'
import { missingForReady, USUAL_LOAD_TEST_MINUTES, type UnitRefurbishing } from '~/contracts/stock/refurbishing'
import { records } from '~/contracts/records'
import { Prisma } from '~/generated/prisma/client'
import { caseNumberOf, personOf } from '~/server/stock/parts/list-parts'
import { notFound } from '~/server/platform/database/conflict'
import { jsonDay, jsonObject, jsonTime } from '~/server/platform/lists/json-row'
import type { Services } from '~/server/services'
import { latestRefurbishment } from './open-refurbishment'
import { readyFacts } from './finish-refurbishment'

const MOST_STEPS = 100

const stepJson = jsonObject({
  position: Prisma.sql`s.position`,
  label: Prisma.sql`s.label`,
  doneAt: Prisma.sql`s.done_at`,
  doneBy: personOf(Prisma.sql`s.done_by`),
})
const json = jsonObject({
  id: Prisma.sql`w.id`,
  caseNumber: caseNumberOf(Prisma.sql`w.case_id`),
  startedAt: Prisma.sql`w.started_at`,
  finishedAt: Prisma.sql`w.finished_at`,
  finishedBy: personOf(Prisma.sql`w.finished_by`),
  steps: Prisma.sql`(SELECT coalesce(json_agg(${stepJson} ORDER BY s.position), '[]') FROM (
    SELECT * FROM refurbishment_steps WHERE refurbishment_id = w.id ORDER BY position LIMIT ${MOST_STEPS}) AS s)`,
  loadTestFrom: Prisma.sql`w.load_test_from`,
  loadTestUntil: Prisma.sql`w.load_test_until`,
  safetyTest: Prisma.sql`CASE WHEN w.safety_tested_on IS NOT NULL THEN ${jsonObject({
    passed: Prisma.sql`coalesce(w.safety_passed, FALSE)`,
    testedOn: Prisma.sql`w.safety_tested_on`,
    reference: Prisma.sql`w.safety_reference`,
    testedBy: personOf(Prisma.sql`w.safety_tested_by`),
  })} END`,
})
const text = z.string().nullable()
const shape = z.object({
  id: z.string(),
  caseNumber: text,
  startedAt: jsonTime,
  finishedAt: jsonTime.nullable(),
  finishedBy: text,
  steps: z.array(z.object({ position: z.int(), label: z.string(), doneAt: jsonTime.nullable(), doneBy: text })),
  loadTestFrom: jsonTime.nullable(),
  loadTestUntil: jsonTime.nullable(),
  safetyTest: z
    .object({ passed: z.boolean(), testedOn: jsonDay.transform((day) => day ?? ''), reference: text, testedBy: text })
    .nullable(),
})

/** @throws NOT_FOUND */
export async function readRefurbishing({ db }: Pick<Services, 'db'>, { id }: { id: string }): Promise<UnitRefurbishing> {
  const unit = await db.prisma.unit.findUnique({ where: { id }, select: { id: true, modelId: true } })
  if (!unit) throw notFound(records.units)
  const latest = await latestRefurbishment(db.prisma, unit.id)
  const [found, { facts }] = await Promise.all([
    latest ? db.readJson(Prisma.sql`SELECT ${json}::text FROM refurbishments AS w WHERE w.id = ${latest.id}::uuid`) : null,
    readyFacts(db.prisma, unit, latest?.id ?? null),
  ])
  return {
    refurbishment: shape.nullable().parse(found),
    loadTestMinutes: facts.model?.loadTestMinutes ?? USUAL_LOAD_TEST_MINUTES,
    missing: missingForReady(facts),
  }
}
