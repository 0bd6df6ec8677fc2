import { useEffect } from 'react'

export const dashboardMessages = {
  title: 'Dashboard',
  welcome: 'Welcome to your admin dashboard',
  loadFailed: 'Failed to fetch dashboard figures',
  chartsFailed: 'Failed to fetch dashboard charts',
  failedMessagesFailed: 'Failed to fetch messages that could not be sent',
  sendAgainFailed: 'Failed to send again',
  discardFailed: 'Failed to discard',
  attentionFailed: 'Failed to fetch what needs attention',
  shopListFailed: 'Failed to fetch the age of the shop’s list',
  creditFailed: 'Failed to fetch the state of store credit',
  owedFailed: 'Failed to fetch what is owed',
  stalePagesFailed: 'Failed to fetch which pages are out of date',
  unreadFailed: 'Failed to fetch how many messages are unread',
  setupFailed: 'Failed to fetch the state of the setup',
  unavailable: 'Not available at the moment',
  unknown: '–',
} as const

/** Logs a failed part (requirements §8). */
export function useLoggedFailure(error: unknown, words: string): void {
  useEffect(() => {
    if (error) console.error(words, error)
  }, [error, words])
}
