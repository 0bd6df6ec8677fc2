import type { GetServerSideProps } from 'next'
import { caseNouns, type CaseNoun } from '~/contracts/case-ref'
import { rowId } from '~/contracts/fields'
import { records } from '~/contracts/records'
import { getServices } from '~/server/services'
import { isOwnInvoice } from '~/server/billing/invoices/read-invoice'
import { findOwnOrder } from '~/server/cases/account/own-records'
import { findOwnCase } from '~/server/cases/base/customer-access'
import { accountPage, type AccountPageProps } from './page-guards'
import { pageWhileReachable } from './unavailable'

export type OwnRecord =
  | { kind: 'case'; noun: CaseNoun; id: string; number: string }
  | { kind: 'order'; number: string }
  | { kind: 'invoice'; id: string }

interface OwnRecordProps extends AccountPageProps {
  record: OwnRecord
}

async function findRecord(userId: string, section: string, name: string): Promise<OwnRecord | null> {
  const services = getServices()
  if (section === records.orders.route)
    return (await findOwnOrder(services, userId, name)) === null ? null : { kind: 'order', number: name }
  if (section === records.invoices.route) {
    const { data: id } = rowId.safeParse(name)
    return id !== undefined && (await isOwnInvoice(services, userId, id)) ? { kind: 'invoice', id } : null
  }
  const noun = caseNouns.find((each) => records[each].route === section)
  const found = noun && (await findOwnCase(services, userId, { noun, number: name }))
  return noun && found ? { kind: 'case', noun, id: found.ref.id, number: name } : null
}

const unseen: OwnRecordProps = {
  viewer: { userId: '', email: '', isAdmin: false, scopes: null, needsCode: false, mustEnroll: false },
  record: { kind: 'order', number: '' },
}

const sections: readonly string[] = [records.orders.route, records.invoices.route, ...caseNouns.map((noun) => records[noun].route)]

/** Without a session → /auth; an unknown number, or another customer's, is 404. */
export const ownRecordPage: GetServerSideProps<OwnRecordProps> = pageWhileReachable(async (context) => {
  const section = String(context.params?.section)
  if (!sections.includes(section)) return { notFound: true }
  const answer = await accountPage(context)
  if (!('props' in answer)) return answer
  if (context.res.writableEnded) return { props: unseen }
  const { viewer } = await answer.props
  const record = await findRecord(viewer.userId, section, String(context.params?.number))
  return record ? { props: { viewer, record } } : { notFound: true }
}, unseen)
