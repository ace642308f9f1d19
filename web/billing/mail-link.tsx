import type { ReactNode } from 'react'

type MailLinkProps = { email: string; subject?: string; children?: ReactNode }

/** An address to write to. */
export const MailLink = ({ email, subject, children }: MailLinkProps) => (
  <a href={`mailto:${email}${subject ? `?subject=${encodeURIComponent(subject)}` : ''}`}>{children}</a>
)
