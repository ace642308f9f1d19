/** What this device remembers: whose notifications were turned on here. Gone at sign-out, with everything. */
const KEY = 'nx.push.staff'

export const rememberTold = (accountId: string): void => localStorage.setItem(KEY, accountId)
export const forgetTold = (): void => localStorage.removeItem(KEY)
export const isTold = (accountId: string): boolean => localStorage.getItem(KEY) === accountId

/** The worker's registration that is pushed to; its scope is one page, so that no other page of the staff is changed by it. */
export const DOOR = '/tenant/notifications'
