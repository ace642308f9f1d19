import { useState } from 'react'
import { AskForLink } from './ask-for-link.tsx'
import { ChoosePassword } from './choose-password.tsx'
import { takeToken } from '../lib/take-token.ts'

export function ResetPage() {
  const [token, setToken] = useState(takeToken)
  return token ? <ChoosePassword token={token} onAskAgain={() => setToken('')} /> : <AskForLink />
}
