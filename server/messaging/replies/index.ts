/** What people write back: stop words, conversations by number, answers, and what is answered often. */
export { replyRoutes } from './routes.ts'
export { quickAnswerRoutes } from './quick-answers.ts'
/** Takes in what gateways bring. */
export { receiveReplies } from './receive-replies.ts'
/** What no church could be found for: operators give it to one, or remove it; else it goes after 90 days. */
export {
  assignUnclaimed,
  forgetUnclaimedJob,
  forgetUnclaimedReplies,
  removeUnclaimed,
  unclaimedSince,
} from './unclaimed.ts'
export { countUnclaimed, selectUnclaimed } from './unclaimed-store.ts'
