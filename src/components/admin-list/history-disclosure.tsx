import { Disclosure, DisclosureButton, DisclosurePanel } from '@headlessui/react'
import { ChevronRight } from 'lucide-react'
import type { ReactNode } from 'react'

/** 'History', closed at first beside a form; what it holds is not read before it is opened. */
export function HistoryDisclosure({ children }: { children: ReactNode }) {
  return (
    <Disclosure as="div" className="border-t border-line px-5 py-2 sm:px-6">
      <DisclosureButton className="group -mx-2 inline-flex min-h-11 items-center gap-1.5 rounded-md px-2 text-sm font-semibold text-ink-muted hover:text-ink">
        <ChevronRight className="size-4 transition-transform group-data-open:rotate-90" aria-hidden="true" />
        History
      </DisclosureButton>
      <DisclosurePanel className="pt-2 pb-3">{children}</DisclosurePanel>
    </Disclosure>
  )
}
