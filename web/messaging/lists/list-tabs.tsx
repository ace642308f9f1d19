import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { countMessages } from '#contract/messaging/drafts.ts'
import { countConversations } from '#contract/messaging/reply-counts.ts'
import { read } from '../../api/queries.ts'
import { useFormat } from '../../languages/format.tsx'
import { useTexts } from '../../languages/index.ts'
import { paths } from '../../routing/paths.ts'
import { useCan } from '../../session/session.ts'
import { ButtonLink } from '../../ui/controls/button.tsx'
import { IconMessages, IconSend } from '../../ui/icons.ts'
import { Badge } from '../../ui/surfaces/badge.tsx'
import { PageHeader } from '../../ui/surfaces/page-header.tsx'
import classes from './list-tabs.module.css'

const lists = [
  { name: 'sent', to: paths.sentSms, word: 'messaging.lists.sent' },
  { name: 'schedules', to: paths.scheduledSms, word: 'messaging.lists.scheduled' },
  { name: 'drafts', to: paths.draftSms, word: 'messaging.lists.draft' },
  { name: 'templates', to: paths.smsTemplates, word: 'messaging.lists.templates' },
] as const

/** The lists of SMS beside each other, each with how many stand on it. */
export function ListTabs({ shown }: { shown: (typeof lists)[number]['name'] }) {
  const t = useTexts()
  const format = useFormat()
  // Whatever was sent, kept or scheduled since is on its list.
  const counts = useQuery({ ...read(countMessages), staleTime: 0 }).data
  return (
    <nav className={classes['tabs']} aria-label={t('messaging.lists.label')}>
      {lists.map(({ name, to, word }) => (
        <Link
          key={name}
          to={to}
          activeOptions={{ exact: true, includeSearch: false }}
          {...(name === shown && { 'aria-current': 'page' as const })}
        >
          {t(word)} {counts && <span className="num">{format.number(counts[name])}</span>}
        </Link>
      ))}
    </nav>
  )
}

function Replies() {
  const t = useTexts()
  const format = useFormat()
  const { unread = 0 } = useQuery(read(countConversations)).data ?? {}
  return (
    <ButtonLink to={paths.replies} icon={IconMessages}>
      {t('messaging.replies.title')}
      {unread > 0 && <Badge tone="accent">{format.number(unread)}</Badge>}
    </ButtonLink>
  )
}

/** Above each of the lists; `tabTitle` is that of the list. */
export function ListsHead({ tabTitle, line }: { tabTitle: string; line?: ReactNode }) {
  const t = useTexts()
  const canSend = useCan('messages.send')
  const actions = (
    <>
      <Replies />
      {canSend && (
        <ButtonLink to={paths.composeSms} kind="primary" icon={IconSend}>
          {t('messaging.sent.send')}
        </ButtonLink>
      )}
    </>
  )
  return (
    <PageHeader title={t('messaging.lists.title')} tabTitle={tabTitle} actions={actions}>
      {line}
    </PageHeader>
  )
}
