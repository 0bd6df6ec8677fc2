import type { ReactNode } from 'react'
import { useMay } from './cells'

interface PartOfRouter {
  /** The router that the calls behind these controls belong to. */
  of: string
  children: ReactNode
}

/** Buttons that staff with the right to change a part of the back office alone can use: nobody else sees them. */
export const ForWriters = ({ of, children }: PartOfRouter) => (useMay()(of, 'write') ? children : null)

/** Fields and buttons among what everybody reads: disabled for staff who may not change them. */
export const DisabledForReaders = ({ of, children }: PartOfRouter) =>
  useMay()(of, 'write') ? (
    children
  ) : (
    <fieldset disabled className="contents">
      {children}
    </fieldset>
  )
