import { createContext } from 'react'

/** True if the company charges VAT; null outside the public frame, which provides it from the settings. */
export const ChargesVat = createContext<boolean | null>(null)
