/** What a purchase costs a church at this moment, and what that is made of. */
export { quotePurchase, type Quote } from './quote-purchase.ts'
/** What is sold to a church, for how much and through whom. */
export { currencyFor, readPricing, unitPriceOf } from './pricing.ts'
/** What a church wants from its renewal on. */
export { chooseRenewalPlan } from './renewal-plan.ts'
/** The prices of a country, and where transfers go. */
export { isPriceId, selectBankAccount, selectPrices } from './price-store.ts'
