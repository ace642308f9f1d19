import billing from './en/billing.json'

/** What is read on the screens of units, subscription and payments. */
export const catalog = { ...billing }
