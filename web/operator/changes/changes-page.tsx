import { useNavigate, useSearch } from '@tanstack/react-router'
import { useId, type ReactNode } from 'react'
import type { ConsoleChange } from '#contract/operator/changes.ts'
import { calendarDay, useFormat } from '../../languages/format.tsx'
import { useTexts } from '../../languages/index.ts'
import { paths } from '../../routing/paths.ts'
import { Button } from '../../ui/controls/button.tsx'
import { Empty, Failed, Loading } from '../../ui/states/index.ts'
import { PageHeader } from '../../ui/surfaces/page-header.tsx'
import { Note } from '../../ui/surfaces/note.tsx'
import { useConsole } from '../console-session.ts'
import { useDetails, kindNames } from '../log/words.ts'
import { When } from '../facts/facts.tsx'
import { ChangeBadge, FromTo } from './change-parts.tsx'
import { ChangeDialog } from './change-dialog.tsx'
import classes from './changes.module.css'
import { useChanges } from './queries.ts'

const UUID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i
/** Which change is open; it stands in the address, for mails lead there. */
const openedIn = ({ id }: Record<string, unknown>) => (typeof id === 'string' && UUID.test(id) ? id : null)

function useOpened() {
  const opened = useSearch({ from: '/desk/operator/changes', select: openedIn })
  const navigate = useNavigate()
  const open = (id: string | null) =>
    void navigate({ to: paths.consoleChanges, search: id === null ? {} : { id }, resetScroll: false })
  return { opened, open }
}

type LineProps = { change: ConsoleChange; onOpen: (id: string) => void }

function Line({ change, onOpen }: LineProps) {
  const t = useTexts()
  const format = useFormat()
  const { told, changes } = useDetails({
    details: { ...change.details, before: change.before, after: change.after },
  })
  const about = [change.churchName, ...told.map(({ value }) => value)].filter(Boolean).join(' · ')
  const { name } = change.askedBy
  return (
    <li className={classes['line']}>
      <div className={classes['what']}>
        <button type="button" className={classes['title']} aria-haspopup="dialog" onClick={() => onOpen(change.id)}>
          {t(kindNames[change.kind])}
        </button>
        {about && <span className={classes['about']}>{about}</span>}
        {changes.map((one) => (
          <FromTo key={one.name} {...one} />
        ))}
        <span className="small muted num">
          {t(change.isYours ? 'operator.changes.youAsked' : 'operator.changes.asked', {
            name,
            when: format.lately(change.askedAt),
          })}
          {change.state === 'waiting' &&
            ` · ${t('operator.changes.until', { when: format.day(calendarDay(new Date(change.expiresAt), format.timeZone)) })}`}
        </span>
      </div>
      <div className={classes['end']}>
        <ChangeBadge change={change} />
        {change.state === 'waiting' ? (
          <Button size="sm" kind={change.mayConfirm ? 'primary' : 'outlined'} onClick={() => onOpen(change.id)}>
            {t('operator.changes.look')}
          </Button>
        ) : (
          <span className="small muted">
            <When at={change.decidedAt} />
          </span>
        )}
      </div>
    </li>
  )
}

function List({ title, state, empty, onOpen }: ListProps) {
  const t = useTexts()
  const id = useId()
  const list = useChanges(state)
  return (
    <section className={classes['card']} aria-labelledby={id}>
      <h2 id={id} className={classes['head']}>
        {title}
      </h2>
      {list.rows.length > 0 ? (
        <ul>
          {list.rows.map((change) => (
            <Line key={change.id} change={change} onOpen={onOpen} />
          ))}
        </ul>
      ) : list.isLoading ? (
        <Loading rows={2} />
      ) : list.failure ? (
        <Failed failure={list.failure} onRetry={list.retry} />
      ) : (
        empty
      )}
      {list.hasMore && (
        <div className={classes['more']}>
          <Button onClick={list.loadMore}>{t('operator.changes.more')}</Button>
        </div>
      )}
    </section>
  )
}

type ListProps = {
  title: string
  state: 'waiting' | 'decided'
  empty: ReactNode
  onOpen: (id: string) => void
}

/** What takes a second operator: what waits, and what became of the rest. */
export function ChangesPage() {
  const t = useTexts()
  const { waiting, operator } = useConsole()
  const { opened, open } = useOpened()
  const none = <Empty title={t('operator.changes.doneTitle')}>{t('operator.changes.doneText')}</Empty>
  return (
    <>
      <PageHeader title={t('operator.nav.changes')}>
        {t('operator.changes.line', { count: waiting.changes })}
      </PageHeader>
      {operator.isDemo && !operator.hasSecondFactor && <Note tone="warn">{t('operator.demo.noFactor')}</Note>}
      <List title={t('operator.changes.waiting')} state="waiting" empty={none} onOpen={open} />
      <List
        title={t('operator.changes.decided')}
        state="decided"
        empty={<p className={classes['none']}>{t('operator.changes.noneDecided')}</p>}
        onOpen={open}
      />
      {opened && <ChangeDialog id={opened} onClose={() => open(null)} />}
    </>
  )
}
