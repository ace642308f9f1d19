export { isPermit, optOut, permitted, type Permit, type Purpose } from './permit.ts'
export { deleteOptOut, insertOptOut, type Channel, type Refusal } from './store.ts'
