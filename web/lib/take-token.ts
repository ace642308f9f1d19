/** The token of a mail comes in the fragment, which no server and no log sees; it leaves the address at once. */
export function takeToken(): string {
  const token = new URLSearchParams(location.hash.slice(1)).get('token') ?? ''
  if (token) history.replaceState(history.state, '', location.pathname)
  return token
}
