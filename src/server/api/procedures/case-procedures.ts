import { caseNumberInput } from '~/contracts/cases/cases'
import type { CaseSort } from '~/contracts/status-inputs'
import { countStatusEmails } from '~/server/cases/count-status-emails'
import { requestCases } from '~/server/cases/intake/make-request'
import type { CaseKindOf, CaseTypes } from '~/server/cases/kinds/case-kind'
import { readCasePage } from '~/server/cases/read-case-page'
import { createCase, updateCase } from '~/server/cases/write-case'
import type { StatusesInput } from '~/server/platform/records/update-statuses'
import type { ProcedureMeta } from '~/server/api/procedure-meta'
import { statusProcedures, type Schemas, type StatusInputs } from '~/server/api/procedures/status-procedures'
import { protectedAdminProcedure, visitorProcedure } from '~/server/api/trpc'

interface CaseInputs<Types extends CaseTypes> {
  countEmails: Omit<StatusesInput<Types['status']>, 'expected' | 'email'>
  create: Types['create']
  request: Types['request']
  update: Types['update']
}

type Said = Record<'create' | 'request' | 'update', Pick<Required<ProcedureMeta>, 'about' | 'errors'>> & { byNumber: { about: string } }

export const caseProcedures = <
  Types extends CaseTypes,
  StatusIn extends Record<keyof StatusInputs<Types['status'], CaseSort>, unknown>,
  In extends Record<keyof CaseInputs<Types>, unknown>,
>(
  kind: CaseKindOf<Types>,
  statusInputs: Schemas<StatusInputs<Types['status'], CaseSort>, StatusIn>,
  inputs: Schemas<CaseInputs<Types>, In>,
  said: Said,
) => ({
  ...statusProcedures(kind, statusInputs),

  countEmails: protectedAdminProcedure
    .meta({ gives: false, largeBody: true, about: 'How many emails `updateStatuses` would send, and to how many customers.' })
    .input(inputs.countEmails)
    .mutation(({ ctx, input }) => countStatusEmails(ctx, kind, input)),

  create: protectedAdminProcedure
    .meta({ gives: false, ...said.create })
    .input(inputs.create)
    .mutation(({ ctx, input }) => createCase(ctx, kind, input)),

  request: visitorProcedure
    .meta({ gives: false, ...said.request })
    .input(inputs.request)
    .mutation(({ ctx, input }) => requestCases(ctx, kind, input)),

  update: protectedAdminProcedure
    .meta({ gives: false, ...said.update })
    .input(inputs.update)
    .mutation(({ ctx, input }) => updateCase(ctx, kind, input)),

  byNumber: protectedAdminProcedure
    .meta({ ...said.byNumber, errors: { NOT_FOUND: true } })
    .input(caseNumberInput)
    .query(({ ctx, input }) => readCasePage(ctx, kind, input)),
})
