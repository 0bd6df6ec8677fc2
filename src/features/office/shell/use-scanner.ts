import { useRouter } from 'next/router'
import { useEffect, useEffectEvent } from 'react'
import { isTyping } from '~/components/admin-list/use-table-keys'
import { failureToast } from '~/components/form/use-action'
import { notifyError } from '~/components/ui/notify'
import { placeCodes, placeOfCode } from '~/contracts/stock/scanning'
import { SHORTEST_CODE } from '~/contracts/office/search'
import { trpc } from '~/trpc/client'
import { placeOf } from './commands'

/** A scanner types faster than people: at most so many milliseconds between two keys. */
const LONGEST_GAP = 100
/** After so many keys, of so many different ones, what comes as fast is a code and no short cuts. */
const SURE_KEYS = 5
const SURE_CHARACTERS = 4

/** A field for codes on the page, or in the dialog over it: it takes what comes while nothing has the focus. */
const scanField = () => [...(topDialog() ?? document).querySelectorAll('[data-scan-field]')].at(-1)
const topDialog = () => [...document.querySelectorAll('[role="dialog"]')].at(-1)

const isSearch = (target: EventTarget | null) => target instanceof HTMLInputElement && target.type === 'search'

/**
 * Reads the keys of a barcode scanner, which types a code and ends it with Enter, and opens what the code names, unless the page has
 * a field for codes. Fields of forms and dialogs keep what is scanned into them; a search keeps it too, unless the code names something.
 */
export function useScanner(): void {
  const router = useRouter()
  const { client } = trpc.useUtils()

  const open = useEffectEvent(async (code: string, isSearched: boolean) => {
    const place = placeOfCode(code)
    if (place !== null) {
      void router.push(placeCodes(place).path)
      return
    }
    try {
      const found = await client.admin.scan.query({ code })
      if (found) void router.push(placeOf(found))
      else if (!isSearched) notifyError(`Nothing has the code ${code}`, code, 'No case, machine, part, parcel or order has it.')
    } catch (error) {
      failureToast('The code could not be looked up')(error)
    }
  })

  useEffect(() => {
    let keys: string[] = []
    let last = 0
    const onKey = (event: KeyboardEvent) => {
      const isFast = event.timeStamp - last <= LONGEST_GAP
      last = event.timeStamp
      if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing) {
        keys = []
        return
      }
      // The keys that a scanner holds down for capital letters.
      if (event.key === 'Shift' || event.key === 'CapsLock') return
      const isSearched = isSearch(event.target)
      if (!isSearched && (isTyping(event.target) || (topDialog() && !scanField()))) {
        keys = []
        return
      }
      if (!isFast) keys = []
      const isCode = keys.length >= SURE_KEYS && new Set(keys).size >= SURE_CHARACTERS
      if (event.key === 'Enter') {
        const code = keys.join('').trim()
        keys = []
        if (!isCode || code.length < SHORTEST_CODE) return
        if (!isSearched) {
          event.preventDefault()
          event.stopPropagation()
        }
        const field = isSearched ? undefined : scanField()
        if (field) field.dispatchEvent(new CustomEvent('scan', { detail: code }))
        else void open(code, isSearched)
        return
      }
      if (event.key.length !== 1) return
      keys.push(event.key)
      if (isCode && !isSearched) {
        event.preventDefault()
        event.stopPropagation()
      }
    }
    // Before the short cuts of the page, which are no part of a code.
    window.addEventListener('keydown', onKey, { capture: true })
    return () => window.removeEventListener('keydown', onKey, { capture: true })
  }, [])
}
