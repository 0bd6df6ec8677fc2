import { TRPCClientError } from '@trpc/client'
import { vanillaClient } from '~/trpc/vanilla-client'

/** Asks for a link. @returns null once it is asked for, else why it is not, in the server's words */
export async function askForLink(number: string): Promise<string | null> {
  try {
    await vanillaClient.cases.requestLink.mutate({ number })
    return null
  } catch (error) {
    if (error instanceof TRPCClientError && error.message !== '') return error.message
    throw error
  }
}
