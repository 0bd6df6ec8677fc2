import { keepPrice } from '~/lib/electricity-price'
import { keepChoice, type KeptChoice } from '~/lib/trade-in-choice'
import { readConsent } from '../cookie-consent/consent-store'

/** Keeps what a visitor has chosen for the next page, and with consent for the next visit. Loaded with the first of it: one file for all of it. */
const mayStore = () => readConsent().preferences.functional

/** The calculator's choice, for the pages of products. */
export const keepForProducts = (choice: KeptChoice): void => keepChoice(choice, mayStore())

/** The price of electricity, EUR for a kWh; null takes it back. */
export const keepElectricityPrice = (price: string | null): void => keepPrice(price, mayStore())
