/** The card that a church lets us keep: what it is charged by stays here and at its provider. */
export { forgetCard, forgetCardJob, forgetCards, keepCard, removeCard } from './saved-cards.ts'
export { refuseCard, selectCard, selectChargeable, type SavedCard } from './card-store.ts'
