/** Who may pass a procedure's guards; 'administrator' asks for the code too, where there is a factor. */
export type Rule = 'public' | 'signed in' | 'signed in, with the code where there is a factor' | 'second factor' | 'administrator'

/** What inputs may name: belongings of one customer. */
export interface AccessWorld {
  customerId: string
  customerSessionId: string
  customerFactorId: string
}

interface Row {
  rule: Rule
  /** Guards come before the input is looked at, so most rows need none. */
  input?: object | ((world: AccessWorld) => object)
  /** The input names something of the customer: for everybody else who passes it must be NOT_FOUND. */
  belongsToCustomer?: true
}

const admin: Row = { rule: 'administrator' }
const anyone: Row = { rule: 'public' }
const signedIn: Row = { rule: 'signed in' }
const proven = 'signed in, with the code where there is a factor'

/** One row for each procedure, by its path (contract.md, Procedures). */
export const access: Record<string, Row> = {
  'account.changePassword': { rule: proven, input: { currentPassword: 'not this one', newPassword: 'a new and longer password' } },
  'account.endOtherSessions': signedIn,
  'account.endSession': {
    rule: 'signed in',
    input: ({ customerSessionId }) => ({ sessionId: customerSessionId }),
    belongsToCustomer: true,
  },
  'account.onSession': signedIn,
  'account.profile': signedIn,
  'account.sessions': signedIn,
  'account.update': signedIn,

  'admin.onChange': admin,
  'admin.search': admin,

  'audit.history': admin,

  'auth.mfa.challenge': { rule: 'signed in', input: ({ customerFactorId }) => ({ factorId: customerFactorId }), belongsToCustomer: true },
  'auth.mfa.enroll': { rule: proven, input: { friendlyName: 'A second one', factorType: 'totp' } },
  'auth.mfa.factors': signedIn,
  'auth.mfa.recover': signedIn,
  'auth.mfa.recoveryCodes': { rule: 'second factor' },
  'auth.mfa.recoveryCodesLeft': signedIn,
  'auth.mfa.unenroll': { rule: 'signed in', input: ({ customerFactorId }) => ({ factorId: customerFactorId }), belongsToCustomer: true },
  'auth.mfa.verify': signedIn,
  'auth.refresh': { rule: 'public', input: { refreshToken: 'unknown' } },
  'auth.requestPasswordReset': anyone,
  'auth.resetPassword': anyone,
  'auth.session': signedIn,
  'auth.signIn': { rule: 'public', input: { email: 'nobody@example.com', password: 'wrong' } },
  'auth.signOut': signedIn,
  'auth.signUp': anyone,
  'auth.verifyEmail': anyone,

  'cart.checkout': anyone,

  'dashboard.attention': admin,
  'dashboard.charts': admin,
  'dashboard.overview': admin,
  'dashboard.setup': admin,
  'dashboard.shopList': admin,

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

  'orders.byId': admin,
  'orders.countMatching': admin,
  'orders.list': admin,
  'orders.updateStatus': admin,
  'orders.updateStatuses': admin,

  'products.byId': admin,
  'products.create': admin,
  'products.delete': admin,
  'products.list': admin,
  'products.shop': anyone,
  'products.update': admin,

  'repairs.byId': admin,
  'repairs.countMatching': admin,
  'repairs.list': admin,
  'repairs.updateStatus': admin,
  'repairs.updateStatuses': admin,

  'settings.all': admin,
  'settings.onSettingsChange': anyone,
  'settings.public': anyone,
  'settings.save': admin,

  'site.onChange': anyone,

  'tradeIns.byId': admin,
  'tradeIns.countMatching': admin,
  'tradeIns.list': admin,
  'tradeIns.updateStatus': admin,
  'tradeIns.updateStatuses': admin,

  'users.byId': admin,
  'users.list': admin,
  'users.updateRole': admin,

  'views.delete': admin,
  'views.list': admin,
  'views.rename': admin,
  'views.save': admin,
}
