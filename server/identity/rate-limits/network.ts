import { isIPv6 } from 'node:net'

const GROUPS = 8
/** A household or an office is given this much of IPv6 and may change the rest at will. */
const NETWORK_GROUPS = 4

/** What is counted as one origin: an IPv4 address, or the /64 network of an IPv6 one. */
export function networkOf(address: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1]
  if (mapped) return mapped
  if (!isIPv6(address)) return address
  const [left = [], right] = withoutZone(address).split('::').map(groupsOf)
  const filled = right ? [...left, ...Array<string>(GROUPS - left.length - right.length).fill('0'), ...right] : left
  return `${filled.slice(0, NETWORK_GROUPS).map(withoutZeros).join(':')}::/64`
}

/** The addresses around it, which are often one customer's too: the /24 of an IPv4 address, the /48 of an IPv6 one. */
export function neighboursOf(address: string): string {
  const network = networkOf(address)
  if (network.endsWith('::/64')) return `${network.split(':').slice(0, 3).join(':')}::/48`
  return /^\d+\.\d+\.\d+\.\d+$/.test(network) ? `${network.replace(/\.\d+$/, '')}.0/24` : network
}

const withoutZone = (address: string): string => address.replace(/%.*$/, '')
const groupsOf = (part: string): string[] => (part === '' ? [] : part.split(':'))
const withoutZeros = (group: string): string => group.toLowerCase().replace(/^0+(?=.)/, '')
