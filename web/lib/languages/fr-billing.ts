import billing from './fr/billing.json'

/** What is read on the screens of units, subscription and payments. */
export const catalog = { ...billing }
