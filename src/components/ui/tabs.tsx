import { Tab, TabGroup, TabList, TabPanel, TabPanels } from '@headlessui/react'
import { useEffect, useRef, type ReactNode } from 'react'

interface TabItem<Id extends string> {
  id: Id
  label: string
  /** Read after the label and shown as a dot, for example 'Unsaved changes'. */
  note?: string | undefined
  panel: ReactNode
}

interface TabsProps<Id extends string> {
  label: string
  items: readonly TabItem<Id>[]
  selected: Id
  onSelect: (id: Id) => void
}

/** Panels stay mounted, so that text typed in one survives a look at another. */
export function Tabs<Id extends string>({ label, items, selected, onSelect }: TabsProps<Id>) {
  const select = (index: number) => {
    const item = items[index]
    if (item) onSelect(item.id)
  }
  // Keeps the selected tab visible where the row scrolls.
  const list = useRef<HTMLDivElement>(null)
  useEffect(() => {
    list.current?.querySelector('[aria-selected="true"]')?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  }, [selected])

  return (
    <TabGroup
      selectedIndex={Math.max(
        0,
        items.findIndex((item) => item.id === selected),
      )}
      onChange={select}
    >
      <TabList ref={list} aria-label={label} className="flex gap-1 overflow-x-auto border-b border-line p-1 pb-0">
        {items.map((item) => (
          <Tab
            key={item.id}
            aria-description={item.note}
            className="relative flex min-h-11 items-center gap-2 rounded-t-md border-b-2 border-transparent px-2 text-sm font-medium whitespace-nowrap text-ink-muted transition-colors hover:text-ink data-selected:border-accent data-selected:text-ink sm:px-3 pointer-fine:min-h-9"
          >
            {item.label}
            {item.note !== undefined && <span title={item.note} aria-hidden="true" className="size-2 rounded-full bg-accent" />}
          </Tab>
        ))}
      </TabList>
      <TabPanels>
        {items.map((item) => (
          <TabPanel key={item.id} unmount={false} tabIndex={-1} className="pt-2.5">
            {item.panel}
          </TabPanel>
        ))}
      </TabPanels>
    </TabGroup>
  )
}
