import { tracked } from '@trpc/server'
import { followTablesInput, liveTables } from '~/contracts/streams'
import { adminSearchInput, scanInput } from '~/contracts/office/search'
import { untilSessionEnds } from '~/server/identity/auth/session-stream'
import { followTables } from '~/server/platform/change-feed/follow-tables'
import { findScanned } from '~/server/office/scan'
import { searchAll } from '~/server/office/search'
import { createTRPCRouter, protectedAdminProcedure, provenAdminProcedure } from '~/server/api/trpc'
import { historyInput } from '~/contracts/office/audit'
import { readHistory } from '~/server/office/history'
import { env } from '~/env'
import { readCreditState } from '~/server/credit/nightly'
import { readAttention, readSetup, readShopList } from '~/server/office/dashboard/attention'
import { readCharts } from '~/server/office/dashboard/charts'
import { readOverview } from '~/server/office/dashboard/overview'
import { changeInput } from '~/contracts/office/change-emails'
import { emailFileInput } from '~/contracts/office/email-files'
import { previewTemplateInput, resetTemplateInput, saveTemplateInput, templateInput } from '~/contracts/office/email-templates'
import { failedIdsInput } from '~/contracts/office/outbox'
import { listTemplates, readTemplate, resetTemplate, saveTemplate } from '~/server/office/emails/manage'
import { previewTemplate } from '~/server/office/emails/preview'
import { listEmailFiles, readEmailFile } from '~/server/office/outbox/email-files'
import { discardFailed, readFailed, sendAgain } from '~/server/office/outbox/failed'
import { approvePolicy, readPolicies, refusePolicy, savePolicies } from '~/server/office/policies/manage'
import { recallEmails } from '~/server/office/outbox/recall'
import { decidePolicyInput, savePoliciesInput } from '~/contracts/office/policies'
import { reportPeriodInput } from '~/contracts/office/reports'
import { readEstimates, readMonths, readOffers } from '~/server/office/reports/months'
import { readMachines, readReasons } from '~/server/office/reports/quoted'
import { readTurnaround } from '~/server/office/reports/turnaround'
import { readUnrepaired } from '~/server/office/reports/unrepaired'
import { deleteViewInput, listViewsInput, renameViewInput, saveViewInput } from '~/contracts/office/views'
import { createWebhookInput, deliveriesInput, resendInput, updateWebhookInput, webhookInput } from '~/contracts/office/webhooks'
import { listDeliveries, resend } from '~/server/office/webhooks/deliveries'
import { createWebhook, listWebhooks, removeWebhook, rotateSecret, updateWebhook } from '~/server/office/webhooks/endpoints'
import { deleteView, listViews, renameView, saveView } from '~/server/office/views'

/** Procedures for the whole back office. */
export const adminRouter = createTRPCRouter({
  onChange: protectedAdminProcedure
    .meta({ about: "The tables in which something has changed, for open screens; ends with the administrator's session or role." })
    .input(followTablesInput.optional())
    .subscription(async function* ({ ctx, input, signal }) {
      const changes = untilSessionEnds(ctx, {
        signal,
        follow: (until) => followTables(ctx.hub, { ...input, tables: liveTables, signal: until }),
      })
      for await (const { id, tables } of changes) yield tracked(id, { tables })
    }),

  search: protectedAdminProcedure
    .meta({
      about: 'Records by number, name, address or phone number, and cases by device, serial or tracking number; a few of each kind.',
    })
    .input(adminSearchInput)
    .query(({ ctx, input }) => searchAll(ctx, input)),

  scan: protectedAdminProcedure
    .meta({
      about: 'The record of a code that was scanned: a number, a serial or tracking number, or the address of a page; null for another.',
    })
    .input(scanInput)
    .query(({ ctx, input }) => findScanned(ctx, input)),
})

export const auditRouter = createTRPCRouter({
  history: protectedAdminProcedure
    .meta({ about: 'What happened to one record of the back office.' })
    .input(historyInput)
    .query(({ ctx, input }) => readHistory(ctx, input)),
})

export const dashboardRouter = createTRPCRouter({
  overview: protectedAdminProcedure
    .meta({ about: 'The figures and the recent lists of the dashboard (requirements §9).' })
    .query(({ ctx }) => readOverview(ctx)),

  charts: protectedAdminProcedure.meta({ about: 'Revenue by month, repairs and trade-ins by status.' }).query(({ ctx }) => readCharts(ctx)),

  attention: protectedAdminProcedure.meta({ about: 'What has waited longest.' }).query(({ ctx }) => readAttention(ctx)),

  credit: protectedAdminProcedure.meta({ about: 'What of store credit wants an administrator.' }).query(({ ctx }) => readCreditState(ctx)),

  stalePages: protectedAdminProcedure
    .meta({ about: 'Public pages that this process cannot make at the moment.' })
    .query(({ ctx }) => ctx.pages.stale),

  setup: protectedAdminProcedure
    .meta({ about: 'Which of the first steps of a new shop are done.' })
    .query(({ ctx }) => readSetup(ctx, { mail: env().SMTP_URL !== undefined })),

  shopList: protectedAdminProcedure
    .meta({ about: "The age of the shop platform's list, and problems to fix there; null without a platform." })
    .query(({ ctx }) => readShopList(ctx)),
})

const noFiles = 'the shop sends its emails, or is not one that is tried out'
const limited = 'an administrator or a key with limits'

/** Emails and text messages that could not be sent, and emails that are files. */
export const outboxRouter = createTRPCRouter({
  files: protectedAdminProcedure
    .meta({
      about: 'The newest 100 emails that are files, because the shop has no mail server and is being tried out; newest first.',
      errors: { NOT_FOUND: noFiles, FORBIDDEN: limited },
    })
    .query(({ ctx }) => listEmailFiles(ctx)),

  file: protectedAdminProcedure
    .meta({
      about: 'One of the emails that are files, with its parts.',
      errors: { NOT_FOUND: `it is not there or is larger than 5 MB, or ${noFiles}`, FORBIDDEN: limited },
    })
    .input(emailFileInput)
    .query(({ ctx, input }) => readEmailFile(ctx, input)),

  failed: protectedAdminProcedure
    .meta({ about: 'Emails and messages to phones that could not be sent.' })
    .query(({ ctx }) => readFailed(ctx)),

  sendAgain: protectedAdminProcedure
    .meta({ about: 'Sends them again.', errors: { NOT_FOUND: 'none of them has failed', CONFLICT: 'all are codes that have expired' } })
    .input(failedIdsInput)
    .mutation(({ ctx, input }) => sendAgain(ctx, input)),

  recall: protectedAdminProcedure
    .meta({
      about:
        'Takes back the emails that a change has written to customers, by the `change` of its `letters`, as long as they are still waiting; what it has changed stays.',
    })
    .input(changeInput)
    .mutation(({ ctx, input }) => recallEmails(ctx, input)),

  discard: protectedAdminProcedure
    .meta({ about: 'Gives them up.', errors: { NOT_FOUND: 'none of them has failed' } })
    .input(failedIdsInput)
    .mutation(({ ctx, input }) => discardFailed(ctx, input)),
})

/** A call may leave the period out. */
const period = reportPeriodInput.prefault({})

/** Figures of the desk's cases, in any period. */
export const reportsRouter = createTRPCRouter({
  turnaround: protectedAdminProcedure
    .meta({ about: 'Business days that repairs have taken, by service: median and 90th percentile; and how many were on time.' })
    .input(period)
    .query(({ ctx, input }) => readTurnaround(ctx, input)),

  months: protectedAdminProcedure
    .meta({ about: 'Repairs opened and completed, trade-ins completed, and their values, by month.' })
    .input(period)
    .query(({ ctx, input }) => readMonths(ctx, input)),

  estimates: protectedAdminProcedure
    .meta({ about: 'What customers have said to the estimates of repairs, by the month in which they were sent.' })
    .input(period)
    .query(({ ctx, input }) => readEstimates(ctx, input)),

  offers: protectedAdminProcedure
    .meta({ about: 'What customers have said to the offers for trade-ins, by the month in which they were sent.' })
    .input(period)
    .query(({ ctx, input }) => readOffers(ctx, input)),

  machines: protectedAdminProcedure
    .meta({ about: 'Quoted against final values of completed trade-ins, by machine.' })
    .input(period)
    .query(({ ctx, input }) => readMachines(ctx, input)),

  reasons: protectedAdminProcedure
    .meta({ about: 'Quoted against final values of completed trade-ins, by the reason of a deduction.' })
    .input(period)
    .query(({ ctx, input }) => readReasons(ctx, input)),

  unrepaired: protectedAdminProcedure
    .meta({ about: 'Devices that were returned unrepaired, by reason, and what their inspections were charged.' })
    .input(period)
    .query(({ ctx, input }) => readUnrepaired(ctx, input)),
})

/** An administrator's own views of the lists; nobody else sees them. */
export const viewsRouter = createTRPCRouter({
  list: protectedAdminProcedure
    .meta({ about: "One's own saved views of a list." })
    .input(listViewsInput)
    .query(({ ctx, input }) => listViews(ctx, input)),

  save: protectedAdminProcedure
    .meta({
      about: 'Saves a view.',
      errors: {
        BAD_REQUEST: 'too many views of this list',
        CONFLICT: 'a name that is taken, or an `idempotencyKey` that was sent with another input',
      },
    })
    .input(saveViewInput)
    .mutation(({ ctx, input }) => saveView(ctx, input)),

  rename: protectedAdminProcedure
    .meta({ about: 'Renames a view.', errors: { NOT_FOUND: true, CONFLICT: 'a name that is taken' } })
    .input(renameViewInput)
    .mutation(({ ctx, input }) => renameView(ctx, input)),

  delete: protectedAdminProcedure
    .meta({ about: 'Removes a view.', errors: { NOT_FOUND: true } })
    .input(deleteViewInput)
    .mutation(({ ctx, input }) => deleteView(ctx, input)),
})

const UNREADABLE = 'a webhook with events that the caller may not read'
const WRONG_WEBHOOK = 'an address that is not on the public internet, or events that the caller may not read about'

export const webhooksRouter = createTRPCRouter({
  list: protectedAdminProcedure
    .meta({ about: 'The webhooks, the newest first; never their secrets.' })
    .query(({ ctx }) => listWebhooks(ctx)),

  create: provenAdminProcedure
    .meta({
      about:
        'Makes a webhook as Standard Webhooks defines it, and answers its secret, this once. It is told of changes by type, id, version and time.',
      errors: { BAD_REQUEST: WRONG_WEBHOOK, CONFLICT: 'too many webhooks' },
    })
    .input(createWebhookInput)
    .mutation(({ ctx, input }) => createWebhook(ctx, input)),

  update: provenAdminProcedure
    .meta({
      about:
        'Changes, enables or disables a webhook. Waiting messages of a disabled one are not sent. Unless they only disable it, the caller becomes responsible for it: it sends as long as they may read its events.',
      errors: { BAD_REQUEST: WRONG_WEBHOOK, NOT_FOUND: true, CONFLICT: true, FORBIDDEN: UNREADABLE },
    })
    .input(updateWebhookInput)
    .mutation(({ ctx, input }) => updateWebhook(ctx, input)),

  rotate: provenAdminProcedure
    .meta({
      about: 'Answers a new secret of a webhook, this once; the one before signs beside it for 24 hours.',
      errors: { NOT_FOUND: true, FORBIDDEN: UNREADABLE },
    })
    .input(webhookInput)
    .mutation(({ ctx, input }) => rotateSecret(ctx, input)),

  remove: protectedAdminProcedure
    .meta({
      about: 'Removes a webhook with its log.',
      errors: { NOT_FOUND: true, FORBIDDEN: `${UNREADABLE}, unless they are responsible for it` },
    })
    .input(webhookInput)
    .mutation(({ ctx, input }) => removeWebhook(ctx, input)),

  deliveries: protectedAdminProcedure
    .meta({
      about: 'A page of what a webhook was told, the latest first, with how it answered; kept for 30 days.',
      errors: { NOT_FOUND: true, FORBIDDEN: UNREADABLE },
    })
    .input(deliveriesInput)
    .query(({ ctx, input }) => listDeliveries(ctx, input)),

  resend: protectedAdminProcedure
    .meta({
      about: 'Sends a message again, with the same id; one that waits is tried at once.',
      errors: { NOT_FOUND: true, CONFLICT: 'a disabled webhook', FORBIDDEN: UNREADABLE },
    })
    .input(resendInput)
    .mutation(({ ctx, input }) => resend(ctx, input)),
})

const NO_TEMPLATE = { NOT_FOUND: 'no such email' } as const
const badText = 'an unknown field, or a required one that is left out'

/** The words of the emails that customers get. */
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

const NOT_WAITING = 'none is waiting, or a different one from the one looked at'

/** Limits and periods. */
export const policiesRouter = createTRPCRouter({
  all: protectedAdminProcedure
    .meta({
      about: 'Limits and periods as they count now, with the environment’s, and higher limits that wait for a second administrator.',
    })
    .query(({ ctx }) => readPolicies(ctx)),

  save: provenAdminProcedure
    .meta({
      about:
        'Sets limits and periods for what is made from then on; null goes back to the environment’s. A higher limit waits for `approve`, and every other administrator is told by email.',
      errors: { BAD_REQUEST: 'reminders in the wrong order', CONFLICT: true },
    })
    .input(savePoliciesInput)
    .mutation(({ ctx, input }) => savePolicies(ctx, input)),

  approve: provenAdminProcedure
    .meta({
      about: 'Approves a higher limit as a second administrator.',
      errors: { FORBIDDEN: 'the person who asked for it, and anyone who cannot be their second administrator', CONFLICT: NOT_WAITING },
    })
    .input(decidePolicyInput)
    .mutation(({ ctx, input }) => approvePolicy(ctx, input)),

  refuse: protectedAdminProcedure
    .meta({
      about: 'Refuses a higher limit that is waiting; the person who asked for it takes it back this way.',
      errors: { CONFLICT: NOT_WAITING },
    })
    .input(decidePolicyInput)
    .mutation(({ ctx, input }) => refusePolicy(ctx, input)),
})
