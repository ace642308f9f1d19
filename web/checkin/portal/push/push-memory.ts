/** What this device remembers of push, and nothing of anybody: `on` was turned on here, `no` is not wanted. */
const KEY = 'nx.push'

export const rememberPush = (choice: 'on' | 'no'): void => localStorage.setItem(KEY, choice)
/** Nobody was asked yet. */
export const forgetPush = (): void => localStorage.removeItem(KEY)
export const wantsPush = (): boolean => localStorage.getItem(KEY) === 'on'

/** Whether it can be offered: nobody has said anything yet, to us or to the browser, and the browser is able to. */
export const isPushToOffer = (): boolean =>
  localStorage.getItem(KEY) === null &&
  isSecureContext &&
  'PushManager' in window &&
  'Notification' in window &&
  Notification.permission !== 'denied'
