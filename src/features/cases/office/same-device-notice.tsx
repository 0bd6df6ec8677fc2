import { TriangleAlert } from '~/components/icons/lucide'
import { OfficeLink } from '~/components/admin-list/office-link'
import { StatusBadge } from '~/components/admin-list/cells'
import type { CaseRef } from '~/contracts/case-ref'
import { caseDeviceDraft } from '~/contracts/cases/device'
import type { DeviceInfo } from '~/contracts/device-info'
import { useSameDevice } from './use-case-search'

/** Warns that the device is in another open case. */
export function SameDeviceNotice({ of, device }: { of: CaseRef; device: DeviceInfo }) {
  const { serialNumber = '' } = caseDeviceDraft(device)
  const others = useSameDevice(serialNumber, of).filter(({ isOpen }) => isOpen)
  if (others.length === 0) return null
  return (
    <div
      role="status"
      className="mb-4 flex flex-wrap items-center gap-x-3 gap-y-1.5 rounded-lg border border-warn-line bg-warn-soft px-4 py-2.5 text-sm text-warn-ink"
    >
      <TriangleAlert className="size-4 shrink-0" aria-hidden="true" />
      <p className="font-medium">Serial number {serialNumber} is in another open case:</p>
      <ul className="flex flex-wrap gap-x-4 gap-y-1.5">
        {others.map(({ id, href, number, status, tone }) => (
          <li key={id} className="flex items-center gap-2">
            <OfficeLink href={href} className="font-medium wrap-anywhere underline underline-offset-4">
              {number}
            </OfficeLink>
            <StatusBadge status={status} tone={tone} />
          </li>
        ))}
      </ul>
    </div>
  )
}
