import { createTRPCRouter, protectedAdminProcedure, provenAdminProcedure } from '~/server/api/trpc'
import { previewTemplateInput, resetTemplateInput, saveTemplateInput, templateInput } from '~/contracts/office/email-templates'
import { listTemplates, readTemplate, resetTemplate, saveTemplate } from '~/server/office/emails/manage-templates'
import { previewTemplate } from '~/server/office/emails/preview-template'

const NO_TEMPLATE = { NOT_FOUND: 'no such email' } as const
const badText = 'an unknown field, or a required one that is left out'

export const emailsRouter = createTRPCRouter({
  list: protectedAdminProcedure
    .meta({ about: 'Every email that the shop writes to customers, with its subject, and who has changed it.' })
    .query(({ ctx }) => listTemplates(ctx)),

  byId: protectedAdminProcedure
    .meta({ about: 'The text of an email with its fields, the shop’s own text, and the newest 50 versions.', errors: NO_TEMPLATE })
    .input(templateInput)
    .query(({ ctx, input }) => readTemplate(ctx, input)),

  preview: protectedAdminProcedure
    .meta({
      about: 'What a customer would get with a text that is not saved yet: with a real case, if the caller may read one.',
      errors: { ...NO_TEMPLATE, BAD_REQUEST: `${badText}, or no such case` },
      largeBody: true,
    })
    .input(previewTemplateInput)
    .query(({ ctx, input }) => previewTemplate(ctx, input)),

  save: provenAdminProcedure
    .meta({
      about: 'Saves the text of an email as a new version. Plain text with named fields, which are escaped; emails that wait keep theirs.',
      errors: { ...NO_TEMPLATE, BAD_REQUEST: badText, CONFLICT: true },
    })
    .input(saveTemplateInput)
    .mutation(({ ctx, input }) => saveTemplate(ctx, input)),

  reset: provenAdminProcedure
    .meta({ about: 'Goes back to the shop’s own text, as a new version.', errors: { ...NO_TEMPLATE, CONFLICT: true } })
    .input(resetTemplateInput)
    .mutation(({ ctx, input }) => resetTemplate(ctx, input)),
})
