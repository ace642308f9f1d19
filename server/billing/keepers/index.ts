/** Owners and whoever keeps a church's money: who is told of it by mail, and how they reach us. */
export { selectKeepers, selectKeeper, selectSupport, type Keeper } from './keeper-store.ts'
export { mailLanguage } from './language.ts'
/** Money, payments and days in the words that mails, receipts and lists share. */
export { counted, dateText, dayText, lineText, methodNames, moneyText, wayOfPaying, whatOf } from './words.ts'
