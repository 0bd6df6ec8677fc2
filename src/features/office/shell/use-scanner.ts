import { useRouter } from 'next/router'
import { useEffect, useEffectEvent } from 'react'
import { isTyping } from '~/components/admin-list/use-table-keys'
import { failureToast } from '~/components/form/use-action'
import { notifyError } from '~/components/ui/notify'
import { placeCodes, placeOfCode } from '~/contracts/stock/scanning'
import { SHORTEST_CODE } from '~/contracts/office/search'
import { trpc } from '~/trpc/client'
import { placeOf } from './commands'

/** Milliseconds between two keys: scanners type faster than people. */
const LONGEST_GAP = 100
/** After this many fast keys, with enough different ones, the input is a code and not shortcuts. */
const SURE_KEYS = 5
const SURE_CHARACTERS = 4

/** Takes codes while nothing has the focus: a field of the page, or of the dialog above it. */
const scanField = () => [...(topDialog() ?? document).querySelectorAll('[data-scan-field]')].at(-1)
const topDialog = () => [...document.querySelectorAll('[role="dialog"]')].at(-1)

const isSearch = (target: EventTarget | null) => target instanceof HTMLInputElement && target.type === 'search'

/**
 * Reads a barcode scanner, which types a code and ends it with Enter, and opens the record, unless the page has a field for codes. Fields
 * of forms and dialogs keep scanned text; a search keeps it too if the code names no record.
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
      // Scanners hold these down for capital letters.
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
    // Before the page's shortcuts, since the keys belong to a code.
    window.addEventListener('keydown', onKey, { capture: true })
    return () => window.removeEventListener('keydown', onKey, { capture: true })
  }, [])
}
