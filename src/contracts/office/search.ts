import * as z from 'zod'
import { plainText } from '~/contracts/fields'
import { searchText } from '~/contracts/list-page'
import type { Noun } from '~/contracts/records'

/** The search of the whole back office, behind its command palette. */

/** Records of each kind that a search answers with at most. */
export const FOUND_OF_EACH = 5

/** One letter would find nearly everything, and no index helps with it. */
export const SHORTEST_SEARCH = 2

export const adminSearchInput = z.object({ query: searchText })

/** Fewer characters are no code that a scanner reads. */
export const SHORTEST_CODE = 4
const LONGEST_CODE = 500

/** A code that a scanner has read. */
export const scanInput = z.object({ code: plainText(LONGEST_CODE) })

export interface FoundRecord {
  noun: Noun
  /** Opens the screen's details; a user's id for users. */
  id: string
  title: string
  /** Its owner or a description; empty where nothing is known. */
  detail: string
}

/** Newest first within a kind; kinds in the order of `records`. */
export interface AdminSearch {
  results: FoundRecord[]
}
