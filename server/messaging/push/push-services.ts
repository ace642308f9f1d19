/**
 * The push services of the known browsers: Chrome and what is built on it, Firefox, Safari, Edge. A subscription names the
 * address that we are to write to, and anybody may send us one: we write nowhere else.
 */
const services = [
  { name: 'google', host: /^fcm\.googleapis\.com$/ },
  { name: 'mozilla', host: /^([a-z0-9-]+\.)*push\.services\.mozilla\.com$/ },
  { name: 'apple', host: /^([a-z0-9-]+\.)*push\.apple\.com$/ },
  { name: 'windows', host: /^([a-z0-9-]+\.)*notify\.windows\.com$/ },
] as const

/**
 * Which push service an endpoint belongs to; null: none that we write to. `sandbox` is the origin of the one that stands in
 * for them outside production.
 */
export function pushServiceOf(endpoint: string, sandbox: string | null): string | null {
  const url = URL.parse(endpoint)
  if (!url || url.href !== endpoint || url.username || url.password || url.hash) return null
  if (sandbox !== null && url.origin === sandbox) return 'sandbox'
  if (url.protocol !== 'https:' || url.port) return null
  return services.find(({ host }) => host.test(url.hostname))?.name ?? null
}
