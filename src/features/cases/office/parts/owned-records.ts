import type { CaseOwner } from '~/contracts/cases/cases'
import { statusTones } from '~/contracts/statuses'
import { formatEuro } from '~/lib/money'
import { detailsOf } from '~/lib/paths'
import { casePageOf, listOf } from '~/lib/records'
import { deviceName } from '~/contracts/cases/device'

/** Whose case it is, as components/admin-case/owner-panel shows it: how to reach them, and what else they have here. */
export function ownerPanel(owner: CaseOwner | null) {
  if (!owner) return { owner: null, groups: [] }
  const { email, cases, orders } = owner
  return {
    owner: { ...owner, href: `${listOf('users')}?search=${encodeURIComponent(email)}` },
    groups: [
      {
        title: 'Other repairs and trade-ins',
        records: cases.map(({ id, noun, number, device, status, createdAt }) => ({
          id,
          href: casePageOf(noun, number),
          number,
          about: deviceName(device),
          status,
          tone: statusTones[status],
          at: createdAt,
        })),
      },
      {
        title: 'Orders',
        records: orders.map(({ id, number, totalAmount, status, createdAt }) => ({
          id,
          href: detailsOf(listOf('orders'), id),
          number,
          about: formatEuro(totalAmount),
          status,
          tone: statusTones[status],
          at: createdAt,
        })),
      },
    ],
  }
}
