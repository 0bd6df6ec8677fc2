import { keepChoice, type KeptChoice } from '~/lib/trade-in-choice'
import { readConsent } from '../cookie-consent/consent-store'

/** Keeps the calculator's choice for the pages of products. Loaded with the first whole choice. */
export function keepForProducts(choice: KeptChoice): void {
  keepChoice(choice, readConsent().preferences.functional)
}
