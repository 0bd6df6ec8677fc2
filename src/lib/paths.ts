import type { CaseNoun } from '~/contracts/case-ref'
import { comparePath } from './compare-path'

/** Every address of the site (requirements §2 Route table); links are built from these. */
export const paths = {
  home: '/',
  tradeIn: '/trade-in',
  submitTradeIn: '/trade-in/submit',
  products: '/products',
  repair: '/repair',
  requestRepair: '/repair/request',
  about: '/about',
  contact: '/contact',
  privacyPolicy: '/privacy-policy',
  termsOfService: '/terms-of-service',
  cookiePolicy: '/cookie-policy',
  returnsRefunds: '/returns-refunds',
  auth: '/auth',
  account: '/account',
  profile: '/account/profile',
  track: '/track',
  newsletter: '/newsletter',
  verifyPassport: '/passport/verify',
  answerClaim: '/passport/answer',
  admin: '/admin',
} as const

/** For readers without scripts; page 1 is the products page itself. */
export const productPageOf = (page: number): string => (page === 1 ? paths.products : `${paths.products}/page/${page}`)

export const requestPageOf: Record<CaseNoun, string> = { repairs: paths.requestRepair, tradeIns: paths.submitTradeIn }

/** Public pages: static, listed in the site map, and kept fresh by every process. */
export const publicPages = [
  paths.home,
  paths.tradeIn,
  paths.submitTradeIn,
  paths.products,
  comparePath,
  paths.repair,
  paths.requestRepair,
  paths.about,
  paths.contact,
  paths.track,
  paths.verifyPassport,
  paths.privacyPolicy,
  paths.termsOfService,
  paths.cookiePolicy,
  paths.returnsRefunds,
] as const
/** Missing where the shop takes no requests online. */
const requestPages = [paths.submitTradeIn, paths.requestRepair] as const
export const openPages = (onlineRequests: boolean): readonly PublicPage[] =>
  publicPages.filter((page) => onlineRequests || !requestPages.some((closed) => closed === page))
export type PublicPage = (typeof publicPages)[number]

/** '/' → 'home', '/trade-in' → 'trade-in'. Further pages of a list share the list's card. */
const cardName = (path: string) =>
  path === paths.home
    ? 'home'
    : path
        .slice(1)
        .replace(/\/page\/\d+$/, '')
        .replaceAll('/', '-')

export const socialCardOf = (path: string): string => `/social/${cardName(path)}.png`

/** 'trade-in.png' → '/trade-in'; undefined for a file that is no card. */
export const pageOfCard = (file: string): PublicPage | undefined => publicPages.find((path) => socialCardOf(path) === `/social/${file}`)
