/** The sender IDs of a church: those it may send under. */
export { addDecidedSender, maskFor, selectApprovedMask, selectApprovedMasks } from './sender-store.ts'
/** What each network says of them, who would see a number instead of one, and on which network a number is. */
export { networkOf, selectDecisions, selectNumberInstead, selectUnapproved } from './network-store.ts'
/** Requested by a church, decided about by operators, who tell whoever asked. */
export { senderRoutes } from './request-sender.ts'
export { decideSender, tellOfSender, tellOfSenderJob, type Deciding } from './decide-sender.ts'
