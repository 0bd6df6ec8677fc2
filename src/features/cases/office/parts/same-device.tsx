import { TriangleAlert } from 'lucide-react'
import { StatusBadge } from '~/components/admin-list/cells'
import type { Tone } from '~/components/ui/badge'

/** A case that has had the same serial number. */
export interface SameDeviceCase {
  id: string
  href: string
  number: string
  status: string
  tone: Tone
  isOpen: boolean
}

/** Says that a device is here already, or has been before, with the ways there; nothing for one that is new. */
export function SameDevice({ cases }: { cases: readonly SameDeviceCase[] }) {
  const isHere = cases.some(({ isOpen }) => isOpen)
  return (
    <div role="status" className="sm:col-span-2">
      {cases.length > 0 && (
        <div className="flex gap-3 rounded-lg border border-warn-line bg-warn-soft px-4 py-3 text-sm text-warn-ink">
          <TriangleAlert className="mt-0.5 size-4 shrink-0" aria-hidden="true" />
          <div>
            <p className="font-medium">
              {isHere ? 'A device with this serial number is in an open case' : 'A device with this serial number has been here before'}
            </p>
            <ul className="mt-1.5 flex flex-col gap-1.5">
              {cases.map(({ id, href, number, status, tone }) => (
                <li key={id} className="flex flex-wrap items-center gap-2">
                  <a href={href} target="_blank" rel="noreferrer" className="font-medium wrap-anywhere underline underline-offset-4">
                    {number}
                  </a>
                  <StatusBadge status={status} tone={tone} />
                </li>
              ))}
            </ul>
          </div>
        </div>
      )}
    </div>
  )
}
