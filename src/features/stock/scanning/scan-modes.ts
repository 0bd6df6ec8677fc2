import { ClipboardCheck, MoveRight, PackageCheck, Search, Tag, type LucideIcon } from '~/components/icons/lucide'
import type { ComponentType } from 'react'
import type { useMay } from '~/components/admin-list/cells'
import { LoadingPart, onDemand } from '~/components/ui/on-demand'
import type { Access, ScopedRouter } from '~/contracts/identity/api-keys'
import { FindMode } from './find-mode'
import type { ModeProps } from './mode-props'

const MoveMode = onDemand(() => import('./move-mode').then((module) => module.MoveMode), LoadingPart)
const CountMode = onDemand(() => import('./count-mode').then((module) => module.CountMode), LoadingPart)
const DispatchMode = onDemand(() => import('./dispatch-mode').then((module) => module.DispatchMode), LoadingPart)
const LabelMode = onDemand(() => import('./label-mode').then((module) => module.LabelMode), LoadingPart)

interface ScanMode {
  id: string
  label: string
  icon: LucideIcon
  about: string
  /** Any of these rights is enough. */
  needs: readonly (readonly [ScopedRouter, Access])[]
  /** And all of these. */
  reads?: readonly ScopedRouter[]
  Panel: ComponentType<ModeProps>
}

const changesThings = [
  ['units', 'write'],
  ['parts', 'write'],
] as const

const scanModes: readonly ScanMode[] = [
  { id: 'find', label: 'Find', icon: Search, about: 'Opens what you scan', needs: [['admin', 'read']], Panel: FindMode },
  { id: 'move', label: 'Move', icon: MoveRight, about: 'Puts what you scan in a place', needs: changesThings, Panel: MoveMode },
  {
    id: 'count',
    label: 'Count',
    icon: ClipboardCheck,
    about: 'Compares what is there with the record',
    needs: changesThings,
    Panel: CountMode,
  },
  {
    id: 'dispatch',
    label: 'Dispatch',
    icon: PackageCheck,
    about: 'Sends out the machines of an order',
    needs: [['units', 'write']],
    reads: ['orders', 'admin'],
    Panel: DispatchMode,
  },
  {
    id: 'labels',
    label: 'Labels',
    icon: Tag,
    about: 'Prints new labels',
    needs: [
      ['units', 'read'],
      ['parts', 'read'],
    ],
    Panel: LabelMode,
  },
]

export const modesFor = (may: ReturnType<typeof useMay>): readonly ScanMode[] =>
  scanModes.filter(
    ({ needs, reads = [] }) => needs.some(([router, access]) => may(router, access)) && reads.every((router) => may(router, 'read')),
  )
