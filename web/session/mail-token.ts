import { useEffect, useState } from 'react'

/** The token of a mail comes in the fragment, which no server and no log sees; it leaves the address at once. */
function takeToken(): string {
  const token = new URLSearchParams(location.hash.slice(1)).get('token') ?? ''
  if (token) history.replaceState(history.state, '', location.pathname)
  return token
}

/** The token of the link that was opened last: a tab that is on the page already loads nothing when it gets another one. */
export function useMailToken() {
  const [token, setToken] = useState(takeToken)
  useEffect(() => {
    const look = () => {
      const next = takeToken()
      if (next) setToken(next)
    }
    addEventListener('hashchange', look)
    return () => removeEventListener('hashchange', look)
  }, [])
  return [token, setToken] as const
}
