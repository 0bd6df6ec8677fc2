import type { Access } from '~/server/api/procedure-meta'

/** What inputs may name: belongings of one customer, and somebody who calls nothing. */
export interface AccessWorld {
  bystanderId: string
  customerId: string
  customerSessionId: string
  customerFactorId: string
  /** A trade-in whose offer is above the limit. */
  dearTradeInId: string
}

interface Row {
  rule: Access
  /** Guards come before the input is looked at, so most rows need none. */
  input?: object | ((world: AccessWorld) => object)
  /** A password or a code younger than ten minutes is asked for. */
  recent?: true
  /** The input names something of the customer: for everybody else who passes it must be NOT_FOUND. */
  belongsToCustomer?: true
}

const admin: Row = { rule: 'administrator' }
const anyone: Row = { rule: 'public' }
const signedIn: Row = { rule: 'signed in' }
const session: Row = { rule: 'session' }

/** One row for each procedure, by its path (contract.md, Procedures). */
export const access: Record<string, Row> = {
  'account.answerCase': signedIn,
  'account.case': signedIn,
  'account.convertCase': signedIn,
  'account.changePassword': {
    rule: 'signed in',
    recent: true,
    input: { currentPassword: 'not this one', newPassword: 'a new and longer password' },
  },
  'account.caseMessages': signedIn,
  'account.chooseEmails': signedIn,
  'account.conversations': signedIn,
  'account.delete': { rule: 'signed in', recent: true, input: { email: 'somebody-else@example.com' } },
  'account.emails': signedIn,
  'account.end': signedIn,
  'account.endOtherSessions': signedIn,
  'account.endSession': {
    rule: 'signed in',
    input: ({ customerSessionId }) => ({ sessionId: customerSessionId }),
    belongsToCustomer: true,
  },
  'account.devices': signedIn,
  'account.markMessagesRead': signedIn,
  'account.onCase': signedIn,
  'account.onChange': signedIn,
  'account.order': signedIn,
  'account.orders': signedIn,
  'account.onSession': { rule: 'enrolling' },
  'account.prepareDownload': { rule: 'signed in', recent: true },
  'account.profile': signedIn,
  'account.repairs': signedIn,
  'account.sendMessage': signedIn,
  'account.sessions': signedIn,
  'account.tradeIns': signedIn,
  'account.unreadMessages': signedIn,
  'account.update': signedIn,

  'admin.onChange': admin,
  'admin.search': admin,

  'audit.history': admin,

  'auth.mfa.challenge': { rule: 'session', input: ({ customerFactorId }) => ({ factorId: customerFactorId }), belongsToCustomer: true },
  'auth.mfa.enroll': { rule: 'enrolling', recent: true, input: { friendlyName: 'A second one', factorType: 'totp' } },
  'auth.mfa.factors': session,
  'auth.mfa.recover': session,
  'auth.mfa.recoveryCodes': { rule: 'second factor', recent: true },
  'auth.mfa.recoveryCodesLeft': signedIn,
  'auth.mfa.unenroll': {
    rule: 'enrolling',
    recent: true,
    input: ({ customerFactorId }) => ({ factorId: customerFactorId }),
    belongsToCustomer: true,
  },
  'auth.mfa.verify': session,
  'auth.reauthenticate': { rule: 'enrolling', input: { password: 'not this one' } },
  'auth.refresh': { rule: 'public', input: { refreshToken: 'unknown' } },
  'auth.requestPasswordReset': anyone,
  'auth.resendVerification': anyone,
  'auth.resetPassword': anyone,
  'auth.session': session,
  'auth.signIn': { rule: 'public', input: { email: 'nobody@example.com', password: 'wrong' } },
  'auth.signOut': session,
  'auth.signUp': anyone,
  'auth.verifyEmail': anyone,

  'cart.checkout': anyone,

  'cases.addNote': admin,
  'cases.administrators': admin,
  'cases.answer': anyone,
  'cases.bySerialNumber': admin,
  'cases.convert': anyone,
  'cases.arrived': admin,
  'cases.confirmRequest': { rule: 'public', input: { token: 'unknown' } },
  'cases.customers': admin,
  'cases.devices': admin,
  'cases.emailRules': admin,
  'cases.files.list': admin,
  'cases.files.remove': admin,
  'cases.files.restore': admin,
  'cases.files.share': admin,
  'cases.previewStatusEmail': admin,
  'cases.readings.add': admin,
  'cases.readings.list': admin,
  'cases.links': admin,
  'cases.markMessagesRead': admin,
  'cases.markTrackedMessagesRead': anyone,
  'cases.messages': admin,
  'cases.onTracked': anyone,
  'cases.requestLink': anyone,
  'cases.revokeLinks': admin,
  'cases.removeRequestFile': anyone,
  'cases.requested': admin,
  'cases.sendMessage': admin,
  'cases.sendTrackedMessage': anyone,
  'cases.sent': anyone,
  'cases.saveEmailRules': admin,
  'cases.timeline': admin,
  'cases.track': anyone,
  'cases.trackedMessages': anyone,

  'credit.accounts': admin,
  'credit.adjust': {
    rule: 'administrator',
    recent: true,
    input: ({ bystanderId }) => ({ userId: bystanderId, amount: 5000, reason: 'Goodwill' }),
  },
  'credit.approve': { rule: 'administrator', recent: true, input: { id: '00000000-0000-4000-8000-000000000000' } },
  'credit.balance': signedIn,
  'credit.entries': admin,
  'credit.issueRefund': {
    rule: 'administrator',
    recent: true,
    input: ({ bystanderId }) => ({ userId: bystanderId, amount: 5000, reason: 'Goodwill' }),
  },
  'credit.refuse': { rule: 'administrator', recent: true, input: { id: '00000000-0000-4000-8000-000000000000' } },
  'credit.requests': admin,
  'credit.statement': signedIn,
  'credit.verify': admin,
  'credit.cancelPayment': signedIn,
  'credit.declineFor': admin,
  'credit.issueFor': admin,
  'credit.liability': admin,
  'credit.month': admin,
  'credit.payOrder': admin,
  'credit.payRepair': signedIn,
  'credit.payRepairFor': admin,
  'credit.payments': admin,
  'credit.release': admin,
  'credit.repair': signedIn,
  'credit.tradeIn': admin,
  'credit.undecided': admin,
  'credit.giftCardCode': { rule: 'signed in', recent: true, input: { transferId: '00000000-0000-4000-8000-000000000000' } },
  'credit.takeBack': signedIn,
  'credit.takeBackFor': admin,
  'credit.transfers': signedIn,
  'credit.transfersOf': admin,
  'credit.useInShop': { rule: 'signed in', recent: true, input: { amount: 5 } },

  'contact.send': anyone,

  'dashboard.attention': admin,
  'dashboard.charts': admin,
  'dashboard.credit': admin,
  'dashboard.overview': admin,
  'dashboard.setup': admin,
  'dashboard.shopList': admin,
  'dashboard.stalePages': admin,

  'imports.cancel': admin,
  'imports.commit': admin,
  'imports.preview': admin,
  'imports.progress': admin,
  'imports.start': admin,

  'machines.active': anyone,
  'machines.adjustValues': admin,
  'machines.byId': admin,
  'machines.create': admin,
  'machines.list': admin,
  'machines.previewAdjustment': admin,
  'machines.update': admin,

  'newsletter.confirm': anyone,
  'newsletter.figures': admin,
  'newsletter.subscribe': anyone,
  'newsletter.unsubscribe': anyone,

  'orders.byId': admin,
  'orders.countMatching': admin,
  'orders.list': admin,
  'orders.updateStatus': admin,
  'orders.updateStatuses': admin,

  'outbox.discard': admin,
  'outbox.failed': admin,
  'outbox.sendAgain': admin,

  'products.byId': admin,
  'products.create': admin,
  'products.delete': admin,
  'products.list': admin,
  'products.overview': anyone,
  'products.search': anyone,
  'products.shop': anyone,
  'products.update': admin,

  'repairs.byId': admin,
  'repairs.byNumber': admin,
  'repairs.countEmails': admin,
  'repairs.countMatching': admin,
  'repairs.create': admin,
  'repairs.estimates': admin,
  'repairs.list': admin,
  'repairs.presets': admin,
  'repairs.previewEstimate': admin,
  'repairs.recordAnswer': admin,
  'repairs.removePreset': admin,
  'repairs.request': anyone,
  'repairs.saveActualLines': admin,
  'repairs.saveEstimate': admin,
  'repairs.savePreset': admin,
  'repairs.sendEstimate': admin,
  'repairs.update': admin,
  'repairs.updateStatus': admin,
  'repairs.updateStatuses': admin,

  'reports.estimates': admin,
  'reports.machines': admin,
  'reports.months': admin,
  'reports.offers': admin,
  'reports.reasons': admin,
  'reports.turnaround': admin,

  'settings.all': admin,
  'settings.onSettingsChange': anyone,
  'settings.public': anyone,
  'settings.save': admin,

  'site.onChange': anyone,

  'tradeIns.approveOffer': { rule: 'administrator', recent: true, input: { id: '00000000-0000-4000-8000-000000000000' } },
  'tradeIns.byId': admin,
  'tradeIns.byNumber': admin,
  'tradeIns.countEmails': admin,
  'tradeIns.countMatching': admin,
  'tradeIns.create': admin,
  'tradeIns.deductionReasons': admin,
  'tradeIns.evaluation': admin,
  'tradeIns.list': admin,
  'tradeIns.previewOffer': admin,
  'tradeIns.recordAnswer': admin,
  'tradeIns.removeDeductionReason': admin,
  'tradeIns.request': anyone,
  'tradeIns.saveDeductionReason': admin,
  'tradeIns.saveEvaluation': admin,
  'tradeIns.refuseOffer': { rule: 'administrator', recent: true, input: { id: '00000000-0000-4000-8000-000000000000', note: 'Too much' } },
  'tradeIns.sendOffer': { rule: 'administrator', recent: true, input: ({ dearTradeInId }) => ({ id: dearTradeInId, email: null }) },
  'tradeIns.update': admin,
  'tradeIns.updateStatus': admin,
  'tradeIns.updateStatuses': admin,

  'users.byId': admin,
  'users.endSessions': { rule: 'administrator', recent: true, input: ({ bystanderId }) => ({ userId: bystanderId }) },
  'users.list': admin,
  'users.resetFactors': { rule: 'administrator', recent: true, input: ({ bystanderId }) => ({ userId: bystanderId }) },
  'users.updateRole': { rule: 'administrator', recent: true, input: ({ bystanderId }) => ({ userId: bystanderId, role: 'admin' }) },

  'views.delete': admin,
  'views.list': admin,
  'views.rename': admin,
  'views.save': admin,
}
