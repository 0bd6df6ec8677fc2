import { keepPrice } from '~/lib/electricity-price'
import { keepChoice, type KeptChoice } from '~/lib/trade-in-choice'
import { readConsent } from '../cookie-consent/consent-store'

/** Keeps a visitor's choices for the next page, and with consent for the next visit. Loaded with the first choice. */
const mayStore = () => readConsent().preferences.functional

/** For the products' pages. */
export const keepForProducts = (choice: KeptChoice): void => keepChoice(choice, mayStore())

/** EUR per kWh; null removes it. */
export const keepElectricityPrice = (price: string | null): void => keepPrice(price, mayStore())
