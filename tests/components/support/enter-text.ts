import { userEvent } from '@testing-library/user-event'

/**
 * Puts a text into a field, or behind what it has, at once as by pasting: where letter by letter is not what is tested, typing would draw the
 * screen again for each of them.
 */
export async function enterText(field: Element, text: string): Promise<void> {
  await userEvent.click(field)
  await userEvent.paste(text)
}
