import { createContext } from 'react'

export const ChargesVat = createContext<boolean | null>(null)
