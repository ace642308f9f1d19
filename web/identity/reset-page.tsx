import { useMailToken } from '../lib/take-token.ts'
import { AskForLink } from './ask-for-link.tsx'
import { ChoosePassword } from './choose-password.tsx'

export function ResetPage() {
  const [token, setToken] = useMailToken()
  return token ? <ChoosePassword key={token} token={token} onAskAgain={() => setToken('')} /> : <AskForLink />
}
