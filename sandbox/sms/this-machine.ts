const LOOPBACK_HOST = /^(?:localhost|\[::1\]|127(?:\.\d{1,3}){3})$/

/** Receipts go to this machine only, so the sandbox can never be made to call a stranger. */
export function isOnThisMachine(address: string): boolean {
  const url = URL.parse(address)
  if (!url || !['http:', 'https:'].includes(url.protocol) || url.username || url.password) return false
  return LOOPBACK_HOST.test(url.hostname)
}
