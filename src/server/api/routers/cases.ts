import { emailRulesInput, saveEmailRulesInput, statusEmailInput } from '~/contracts/cases/emails'
import { addNoteInput, customersInput, devicesInput, serialNumberInput, timelineInput, warrantiesInput } from '~/contracts/cases/cases'
import { caseRef } from '~/contracts/case-ref'
import { findCustomers, listAdministrators } from '~/server/cases/case-customers'
import { casesOfSerialNumber, findDevices } from '~/server/cases/devices'
import { readEmailRules, saveEmailRules } from '~/server/cases/email-rules'
import { caseKinds } from '~/server/cases/kinds/case-kinds'
import { findWarranties } from '~/server/cases/warranties'
import { addNote } from '~/server/cases/notes'
import { previewStatusEmail } from '~/server/cases/status-emails'
import { readTimeline } from '~/server/cases/case-timeline'
import { giveLink, readLinks, revokeLinks, sendLink } from '~/server/cases/staff-links'
import { createTRPCRouter, protectedAdminProcedure } from '~/server/api/trpc'
import { changesKind, readsKind } from '../procedures/kind-scope'
import { caseFilesRouter, caseReadingsRouter } from '../procedures/case-file-procedures'
import { messageProcedures } from '../procedures/message-procedures'
import { requestProcedures } from '../procedures/request-procedures'
import { trackingProcedures } from '../procedures/tracking-procedures'

export const casesRouter = createTRPCRouter({
  customers: protectedAdminProcedure
    .meta({ about: 'A few customers by a part of their name, address or phone number.' })
    .input(customersInput)
    .query(({ ctx, input }) => findCustomers(ctx, input)),

  administrators: protectedAdminProcedure.meta({ about: 'Who may work on a case, by name.' }).query(({ ctx }) => listAdministrators(ctx)),

  devices: protectedAdminProcedure
    .meta({ about: 'A few devices: the one with a serial number, then models by maker and name.' })
    .input(devicesInput)
    .query(({ ctx, input }) => findDevices(ctx, input)),

  bySerialNumber: protectedAdminProcedure
    .meta({ about: 'The cases of one device, open ones first.' })
    .input(serialNumberInput)
    .query(({ ctx, input }) => casesOfSerialNumber(ctx, input)),

  warranties: protectedAdminProcedure
    .meta({ about: 'The warranties of one machine by its serial number: of completed repairs, and of its sale.' })
    .input(warrantiesInput)
    .query(({ ctx, input }) => findWarranties(ctx, input)),

  addNote: protectedAdminProcedure
    .meta({
      about: 'Writes an internal note to a case.',
      errors: { NOT_FOUND: true, CONFLICT: 'an `idempotencyKey` that was sent with another input' },
    })
    .input(addNoteInput)
    .use(readsKind)
    .mutation(({ ctx, input }) => addNote(ctx, input)),

  timeline: protectedAdminProcedure
    .meta({ about: 'What happened to a case, newest first.' })
    .input(timelineInput)
    .use(readsKind)
    .query(({ ctx, input }) => readTimeline(ctx, input)),

  links: protectedAdminProcedure
    .meta({ about: 'How many links its customer can follow a case by, and which machines they open.' })
    .input(caseRef)
    .use(readsKind)
    .query(({ ctx, input }) => readLinks(ctx, input)),

  giveLink: protectedAdminProcedure
    .meta({
      about: 'The address by which its customer follows and answers a case, to be copied: the same one until its links are revoked.',
      errors: { NOT_FOUND: true, CONFLICT: 'a case without a customer, or one that has been over for 90 days' },
    })
    .input(caseRef)
    .use(changesKind)
    .mutation(({ ctx, input }) => giveLink(ctx, input)),

  sendLink: protectedAdminProcedure
    .meta({
      about: 'Sends its customer a link to a case by email, or as a text message to one without an address.',
      errors: { NOT_FOUND: true, CONFLICT: 'a customer who cannot be reached so, or a case that has been over for 90 days' },
    })
    .input(caseRef)
    .use(changesKind)
    .mutation(({ ctx, input }) => sendLink(ctx, input)),

  revokeLinks: protectedAdminProcedure
    .meta({ about: 'Ends all links that its customer can follow a case by; later emails bring new ones.', errors: { NOT_FOUND: true } })
    .input(caseRef)
    .use(changesKind)
    .mutation(({ ctx, input }) => revokeLinks(ctx, input)),
  ...requestProcedures,

  emailRules: protectedAdminProcedure
    .meta({ about: 'Which statuses are told to customers by email.' })
    .input(emailRulesInput)
    .use(readsKind)
    .query(({ ctx, input }) => readEmailRules(ctx, input)),

  saveEmailRules: protectedAdminProcedure
    .meta({ about: 'Switches the emails of statuses on and off.', errors: { CONFLICT: 'a stale `version`' } })
    .input(saveEmailRulesInput)
    .use(changesKind)
    .mutation(({ ctx, input }) => saveEmailRules(ctx, input)),

  previewStatusEmail: protectedAdminProcedure
    .meta({
      about: 'What a customer would be written about a status, and whether that is sent where nobody decides otherwise.',
      errors: { NOT_FOUND: true, BAD_REQUEST: 'a status of the other kind of case' },
    })
    .input(statusEmailInput)
    .use(readsKind)
    .query(({ ctx, input }) => previewStatusEmail(ctx, caseKinds[input.noun], input)),

  files: caseFilesRouter,
  readings: caseReadingsRouter,
  ...trackingProcedures,
  ...messageProcedures,
})
