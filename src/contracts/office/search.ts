import * as z from 'zod'
import { plainText } from '~/contracts/fields'
import { searchText } from '~/contracts/list-page'
import type { Noun } from '~/contracts/records'

export const FOUND_OF_EACH = 5

/** A single letter matches nearly everything, and no index helps. */
export const SHORTEST_SEARCH = 2

export const adminSearchInput = z.object({ query: searchText })

/** Shorter texts are no scanned codes. */
export const SHORTEST_CODE = 4
const LONGEST_CODE = 500

export const scanInput = z.object({ code: plainText(LONGEST_CODE) })

export interface FoundRecord {
  noun: Noun
  /** Opens the screen's details; for users the user's id. */
  id: string
  title: string
  /** Its owner or a description; '' if unknown. */
  detail: string
}

/** Newest first within a kind; kinds in the order of `records`. */
export interface AdminSearch {
  results: FoundRecord[]
}
