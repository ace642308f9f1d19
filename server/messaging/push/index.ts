/** Messages to the browsers of people who are signed in. */
export { sendPush, type Push } from './send-push.ts'
/** How messages stand, and which session has a browser that is told. */
export { isSubscribed, selectPushes, unsubscribe, type PushState } from './push-store.ts'
export { subscribe, type Subscribing } from './subscribe.ts'
/** The key that push services know this installation by. */
export { vapidOf } from './gateways/vapid.ts'
export { pushQueues, pushWorkers } from './deliver-push.ts'
