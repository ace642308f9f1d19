/** The parts that an address fills in, by the names that the pattern gives them. */
export type Params = Record<string, string>

const partsOf = (path: string): string[] => path.split('/').filter(Boolean)

/** A part that is no text, such as a lone `%`, names nothing. */
function decoded(part: string): string | null {
  try {
    return decodeURIComponent(part)
  } catch {
    return null
  }
}

/**
 * What `/checkin/event/$eventId` reads from an address; null when the address is another one. Capitals and a slash at the
 * end make no difference, as on the server.
 */
export function matchPath(pattern: string, pathname: string): Params | null {
  const [wanted, given] = [partsOf(pattern), partsOf(pathname)]
  if (wanted.length !== given.length) return null
  const params: Params = {}
  for (const [at, want] of wanted.entries()) {
    const part = decoded(given[at] ?? '')
    if (part === null) return null
    if (want.startsWith('$')) params[want.slice(1)] = part
    else if (want.toLowerCase() !== part.toLowerCase()) return null
  }
  return params
}
