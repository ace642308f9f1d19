/** The sender IDs of a church: those it may send under. */
export { addDecidedSender, selectApprovedMask, selectFirstMask } from './sender-store.ts'
/** Requested by a church, decided about by operators, who tell whoever asked. */
export { senderRoutes } from './request-sender.ts'
export { decideSender, tellOfSender, tellOfSenderJob, type Decided, type Deciding } from './decide-sender.ts'
