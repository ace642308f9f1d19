/** The receipt of a payment that succeeded: written once, with a number that has no gap before it. */
export { issueReceipt, selectReceipt } from './receipt-store.ts'
/** As a PDF. */
export { receiptFile } from './receipt-file.ts'
export { receiptRoutes } from './receipts.ts'
