/** Messages to the browsers of people who are signed in. */
export { HOME, sendPush } from './send-push.ts'
/** How messages stand; which browsers are told no more. */
export { selectPushes, type PushState } from './push-store.ts'
export { unsubscribe } from './device-store.ts'
/** What people are told of, and on which of their devices: for the portal, which knows who is signed in there. */
export { chooseOwnPush, readOwnPush, removeOwnDevice, testOwnDevice, type DeviceOwner } from './own-devices.ts'
export { staffPushRoutes } from './staff-routes.ts'
export { tellOfLowUnits } from './low-units.ts'
export { subscribe } from './subscribe.ts'
/** The key that push services know this installation by. */
export { vapidOf } from './gateways/vapid.ts'
export { pushQueues, pushWorkers } from './deliver-push.ts'
