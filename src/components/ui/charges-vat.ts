import { createContext } from 'react'

/** True where the company charges VAT; null where a screen stands on its own. The frame of public pages says it, from the settings. */
export const ChargesVat = createContext<boolean | null>(null)
