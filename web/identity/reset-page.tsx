import { useState } from 'react'
import { AskForLink } from './ask-for-link.tsx'
import { ChoosePassword } from './choose-password.tsx'

/** The token of the mail comes in the fragment, which no server and no log sees; it leaves the address at once. */
function takeToken(): string {
  const token = new URLSearchParams(location.hash.slice(1)).get('token') ?? ''
  if (token) history.replaceState(history.state, '', location.pathname)
  return token
}

export function ResetPage() {
  const [token, setToken] = useState(takeToken)
  return token ? <ChoosePassword token={token} onAskAgain={() => setToken('')} /> : <AskForLink />
}
