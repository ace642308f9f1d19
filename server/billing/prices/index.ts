/** What a purchase costs a church at this moment, and what that is made of. */
export { quotePurchase, type Quote } from './quote-purchase.ts'
/** What is sold to a church, for how much and through whom. */
export { currencyFor, readPricing } from './pricing.ts'
/** The prices of a country, and where transfers go. */
export { selectBankAccount, selectPrices } from './price-store.ts'
