import type { GetServerSideProps } from 'next'
import { caseNouns, type CaseNoun } from '~/contracts/cases/cases'
import { rowId } from '~/contracts/fields'
import { records } from '~/contracts/records'
import { getServices } from '~/server/services'
import { isOwnInvoice } from '~/server/credit/billing/read'
import { findOwnOrder } from '~/server/identity/accounts/own-records'
import { findOwnCase } from '~/server/cases/customer/access'
import { accountPage, type AccountPageProps } from './page-guards'
import { pageWhileReachable } from './unavailable'

export interface OwnCaseProps extends AccountPageProps {
  noun: CaseNoun
  id: string
  number: string
}

const unseen: OwnCaseProps = {
  viewer: { userId: '', email: '', isAdmin: false, scopes: null, needsCode: false, mustEnroll: false },
  noun: 'repairs',
  id: '',
  number: '',
}

/** The guard of one's own case: without a session → /auth; an unknown number, or another's, is 404. */
export const ownCasePage: GetServerSideProps<OwnCaseProps> = pageWhileReachable(async (context) => {
  const noun = caseNouns.find((each) => records[each].route === context.params?.section)
  if (!noun) return { notFound: true }
  const answer = await accountPage(context)
  if (!('props' in answer)) return answer
  if (context.res.writableEnded) return { props: unseen }
  const { viewer } = await answer.props
  const number = String(context.params?.number)
  const found = await findOwnCase(getServices(), viewer.userId, { noun, number })
  return found ? { props: { viewer, noun, id: found.ref.id, number } } : { notFound: true }
}, unseen)

export interface OwnInvoiceProps extends AccountPageProps {
  id: string
}

/** The guard of one's own invoice or credit note. */
export const ownInvoicePage: GetServerSideProps<OwnInvoiceProps> = pageWhileReachable(
  async (context) => {
    const answer = await accountPage(context)
    if (!('props' in answer)) return answer
    const { viewer } = await answer.props
    const { data: id } = rowId.safeParse(context.params?.id)
    if (id === undefined) return { notFound: true }
    if (context.res.writableEnded) return { props: { viewer, id } }
    return (await isOwnInvoice(getServices(), viewer.userId, id)) ? { props: { viewer, id } } : { notFound: true }
  },
  { viewer: unseen.viewer, id: '' },
)

export interface OwnOrderProps extends AccountPageProps {
  number: string
}

/** The guard of one's own order. */
export const ownOrderPage: GetServerSideProps<OwnOrderProps> = pageWhileReachable(
  async (context) => {
    const answer = await accountPage(context)
    if (!('props' in answer)) return answer
    const { viewer } = await answer.props
    const number = String(context.params?.number)
    if (context.res.writableEnded) return { props: { viewer, number } }
    return (await findOwnOrder(getServices(), viewer.userId, number)) === null ? { notFound: true } : { props: { viewer, number } }
  },
  { viewer: unseen.viewer, number: '' },
)
