/** An address that a browser can be led to. */
export function isWebAddress(address: string): boolean {
  const url = URL.parse(address)
  return url !== null && (url.protocol === 'https:' || url.protocol === 'http:') && url.host !== ''
}

/** The address with these added to its query. */
export function withQuery(address: string, added: Record<string, string>): string {
  const url = new URL(address)
  for (const [name, value] of Object.entries(added)) url.searchParams.append(name, value)
  return url.href
}
