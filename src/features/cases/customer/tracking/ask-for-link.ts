import { TRPCClientError } from '@trpc/client'
import { vanillaClient } from '~/trpc/vanilla-client'

/** @returns null on success, otherwise the server's refusal */
export async function askForLink(number: string): Promise<string | null> {
  try {
    await vanillaClient.cases.requestLink.mutate({ number })
    return null
  } catch (error) {
    if (error instanceof TRPCClientError && error.message !== '') return error.message
    throw error
  }
}
