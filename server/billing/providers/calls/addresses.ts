import { ConfigurationError } from '#server/platform/config/index.ts'

/** Keys and payers go only over https; the sandbox is on this machine. */
export function isSafe(url: string): boolean {
  const { protocol, hostname } = new URL(url)
  return protocol === 'https:' || (protocol === 'http:' && hostname === '127.0.0.1')
}

/** Where a provider is called, without a slash at its end. Stops the start when the way there is open to others. */
export function safeBase(provider: string, url: string): string {
  if (!isSafe(url)) throw new ConfigurationError(`The address of ${provider} must start with https://.`)
  return url.replace(/\/+$/, '')
}
