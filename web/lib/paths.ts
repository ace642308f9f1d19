/** Every address of the pages. Links are made from here, never written out. */
export const paths = {
  signIn: '/',
  reset: '/reset',
  dashboard: '/tenant',
  people: '/tenant/people',
  composeSms: '/tenant/sms/compose',
  sentSms: '/tenant/sms/sent',
  sentSmsReport: '/tenant/sms/sent/$id',
  sendSmsWhileGated: '/sendsmsexpired',
  expired: '/errorpage/expiredSubscription',
  overCapacity: '/errorpage/member-capacity-reached',
  unauthorized: '/errorpage/unauthorized',
} as const

/** Only addresses of the tenant door may be returned to after sign-in: never another host. */
export const safeNext = (next: unknown): string | undefined =>
  typeof next === 'string' && /^\/tenant(?:$|[/?#])/.test(next) ? next : undefined
