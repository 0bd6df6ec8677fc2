import {
  Combobox,
  ComboboxInput,
  ComboboxOption,
  ComboboxOptions,
  Dialog,
  DialogBackdrop,
  DialogPanel,
  DialogTitle,
} from '@headlessui/react'
import { keepPreviousData } from '@tanstack/react-query'
import { Search } from '~/components/icons/lucide'
import { useRouter } from 'next/router'
import { useEffect, useEffectEvent, useId, useState } from 'react'
import { useSignOut } from '~/components/auth/sign-out'
import { useMay } from '~/components/admin-list/cells'
import { Spinner } from '~/components/ui/loading'
import { SHORTEST_SEARCH } from '~/contracts/office/search'
import { withoutBatch, trpc } from '~/trpc/client'
import { commandsFor, type Command, type CommandGroup } from './commands'

/** Milliseconds after the last key. */
const PAUSE = 150

interface CommandPaletteProps {
  onClose: () => void
  onLeave: () => void
}

/** Screens, actions and records in one list, usable by keyboard. */
export function CommandPalette({ onClose, onLeave }: CommandPaletteProps) {
  const router = useRouter()
  const { signOut } = useSignOut()
  const [text, setText] = useState('')
  const may = useMay()
  const { groups, searching, failed } = useCommands(text, may)

  const run = (command: Command | null | undefined) => {
    if (!command) return
    onLeave()
    if (command.to === null) signOut()
    else void router.push(command.to)
  }
  // Enter before the results, as from a scanner, opens the first one once it arrives.
  const [hurried, setHurried] = useState<string>()
  const waits = searching && commandsFor(text, [], may).length === 0
  const runFirst = useEffectEvent(() => run(groups[0]?.commands[0]))
  useEffect(() => {
    if (hurried !== undefined && hurried === text && !searching) runFirst()
  }, [hurried, text, searching])

  return (
    <Dialog open onClose={onClose} className="fixed inset-0 z-50">
      <DialogBackdrop className="fixed inset-0 bg-graphite-deep/60 transition-opacity duration-150 starting:opacity-0" />
      <div className="fixed inset-0 flex justify-center p-3 sm:p-6 sm:pt-[12vh]">
        <DialogPanel className="flex max-h-full w-full max-w-xl flex-col self-start overflow-hidden rounded-card border border-line bg-surface shadow-raised sm:max-h-[70vh]">
          <DialogTitle className="sr-only">Search or jump to</DialogTitle>
          <Combobox<Command | null> immediate value={null} onChange={run}>
            <div
              className="relative shrink-0 border-b border-line"
              onKeyDownCapture={(event) => {
                if (event.key === 'Enter' && waits) setHurried(text)
                // One Escape closes everything, not first the list and then the dialog.
                else if (event.key === 'Escape') onClose()
                else return
                event.preventDefault()
                event.stopPropagation()
              }}
            >
              <Search className="pointer-events-none absolute top-1/2 left-4 size-5 -translate-y-1/2 text-ink-subtle" aria-hidden="true" />
              <ComboboxInput
                autoFocus
                aria-label="Search or jump to"
                placeholder="Number, name, phone, serial or tracking number"
                maxLength={200}
                autoComplete="off"
                onChange={(event) => setText(event.target.value)}
                className="h-14 w-full rounded-t-card bg-transparent pr-12 pl-12 text-base text-ink -outline-offset-2 placeholder:text-ink-subtle"
              />
              {searching && <Spinner className="absolute top-1/2 right-4 size-4 -translate-y-1/2 text-ink-subtle" />}
            </div>
            <ComboboxOptions static modal={false} aria-label="Results" className="overflow-y-auto overscroll-contain p-2 outline-none">
              {groups.map((group) => (
                <Group key={group.label} {...group} />
              ))}
            </ComboboxOptions>
            <p role="status" className={groups.length === 0 || failed ? 'px-5 py-8 text-center text-sm text-ink-muted' : 'sr-only'}>
              {failed
                ? 'Records cannot be searched at the moment'
                : searching
                  ? 'Searching…'
                  : groups.length === 0 && `Nothing found for “${text.trim()}”`}
            </p>
          </Combobox>
        </DialogPanel>
      </div>
    </Dialog>
  )
}

function Group({ label, commands }: CommandGroup) {
  const heading = useId()
  return (
    <div role="group" aria-labelledby={heading}>
      <p id={heading} role="presentation" className="px-3 pt-3 pb-1 text-xs font-semibold text-ink-subtle">
        {label}
      </p>
      {commands.map((command) => {
        const { id, label: words, detail, icon: Icon } = command
        return (
          <ComboboxOption
            key={id}
            value={command}
            className="flex min-h-11 cursor-pointer items-center gap-3 rounded-md px-3 py-1.5 text-sm text-ink select-none data-focus:bg-surface-strong"
          >
            <Icon className="size-4 shrink-0 text-ink-subtle" aria-hidden="true" />
            <span className="min-w-0 flex-1 truncate font-medium">{words}</span>
            {detail && <span className="max-w-1/2 truncate text-xs text-ink-muted">{detail}</span>}
          </ComboboxOption>
        )
      })}
    </div>
  )
}

/** Records follow a moment after the last key; earlier ones stay meanwhile. */
function useCommands(text: string, may: ReturnType<typeof useMay>) {
  const [query, setQuery] = useState('')
  const wanted = text.trim()
  useEffect(() => {
    const timer = setTimeout(() => setQuery(wanted), PAUSE)
    return () => clearTimeout(timer)
  }, [wanted])
  const enabled = query.length >= SHORTEST_SEARCH
  const { data, isFetching, isError } = trpc.admin.search.useQuery(
    { query },
    { ...withoutBatch, enabled, placeholderData: keepPreviousData },
  )
  const searches = wanted.length >= SHORTEST_SEARCH
  return {
    groups: commandsFor(wanted, enabled && searches ? (data?.results ?? []) : [], may),
    searching: searches && (wanted !== query || isFetching),
    failed: isError && searches,
  }
}
