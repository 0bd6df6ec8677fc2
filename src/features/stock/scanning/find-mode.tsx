import { ViewerContext } from '~/components/admin-list/cells'
import { useRouter } from 'next/router'
import { useContext, useEffect, useEffectEvent, useRef } from 'react'
import { placeOfCode } from '~/contracts/stock/scanning'
import { SHORTEST_CODE } from '~/contracts/office/search'
import { foundPageOf } from '~/lib/records'
import { trpc } from '~/trpc/client'
import { ScanField } from './scan-field'
import { logScan } from './scan-log'
import type { ModeProps } from './mode-props'
import { notFound, refused } from './scanned-things'

/** Opens a machine, part, case or order; a place shows its contents. */
export function FindMode({ code: given, onMode }: ModeProps) {
  const router = useRouter()
  const { client } = trpc.useUtils()
  const { isLimited } = useContext(ViewerContext)

  const open = async (code: string): Promise<boolean> => {
    const place = placeOfCode(code)
    if (place !== null) {
      onMode('count', { place })
      return true
    }
    try {
      const found = code.length < SHORTEST_CODE ? null : await client.admin.scan.query({ code })
      if (!found) return notFound(code, isLimited)
      const href = foundPageOf(found)
      logScan({ title: found.title, text: found.detail || 'Opened', isGood: true, href })
      void router.push(href)
      return true
    } catch (error) {
      return refused(code, error)
    }
  }
  // From a label that the phone's own camera opened.
  const opened = useRef<string>(undefined)
  const openGiven = useEffectEvent((code: string) => void open(code))
  useEffect(() => {
    if (given === undefined || opened.current === given) return
    opened.current = given
    openGiven(given)
  }, [given])

  return <ScanField label="Machine, part, case, parcel or order" takesFocus onCode={open} />
}
