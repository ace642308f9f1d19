import type { ReactNode } from 'react'
import { Phrase } from '../../languages/index.ts'
import { Note } from '../../ui/surfaces/note.tsx'
import { useConsole } from '../console-session.ts'

/** In the demo nothing leaves the computer: where its messages and mails are. */
export function SandboxNote() {
  const { sandboxUrl } = useConsole()
  if (!sandboxUrl) return null
  return (
    <Note tone="info">
      <Phrase id="operator.sandbox.text" parts={{ link: <SandboxLink href={sandboxUrl} /> }} />
    </Note>
  )
}

const SandboxLink = ({ href, children }: { href: string; children?: ReactNode }) => (
  <a href={href} target="_blank" rel="noreferrer">
    {children}
  </a>
)
