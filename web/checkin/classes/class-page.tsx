import { useParams } from '@tanstack/react-router'
import { useState, type ReactNode } from 'react'
import type { Roster, RosterChild } from '#contract/checkin/classes.ts'
import { useFormat } from '../../languages/format.tsx'
import { useTexts, type TextId } from '../../languages/index.ts'
import { paths } from '../../routing/paths.ts'
import { Button } from '../../ui/controls/button.tsx'
import { IconRefresh, IconBellRinging, IconPhone } from '../../ui/icons.ts'
import { Empty, Failed, Loading } from '../../ui/states/index.ts'
import { Card } from '../../ui/surfaces/card.tsx'
import { Note } from '../../ui/surfaces/note.tsx'
import { PageHeader } from '../../ui/surfaces/page-header.tsx'
import { HoldWay } from '../under-way.tsx'
import { AwayRow, ChildRow } from './child-row.tsx'
import classes from './class-page.module.css'
import { Headcount } from './headcount.tsx'
import { useRoster, useCallParent } from './queries.ts'
import { rosterParts } from './roster-parts.ts'
import { groupPhone } from '../../languages/phone.ts'
import { Dialog } from '../../ui/controls/dialog.tsx'
import { Phone } from '../../ui/marks/phone.tsx'
import { failureText } from '../failure-text.ts'
import callDialogClasses from './call-dialog.module.css'
import { isReached, useCallWords, type Call } from './call-words.ts'

function Guardians({ guardians }: Pick<RosterChild, 'guardians'>) {
  const t = useTexts()
  if (guardians.length === 0) return <p className="muted">{t('checkin.call.nobody')}</p>
  return (
    <ul className={callDialogClasses['guardians']}>
      {guardians.map(({ name, phone }) => (
        <li key={`${name} ${phone}`}>
          <span className="strong grow">{name}</span>
          {phone ? (
            <a href={`tel:${phone}`}>
              <IconPhone size={20} stroke={1.75} aria-hidden="true" />
              <span className="vh">{t('checkin.call.phoneOf', { name })} </span>
              <Phone value={groupPhone(phone)} />
            </a>
          ) : (
            <span className="muted">{t('checkin.call.withoutPhone')}</span>
          )}
        </li>
      ))}
    </ul>
  )
}

/** How it went: an SMS that was not sent leaves the phone. */
function Outcome({ call }: { call: Call }) {
  const words = useCallWords()
  return (
    <div role="status">
      <Note tone={isReached(call) ? 'ok' : 'warn'}>{words(call)}</Note>
    </div>
  )
}

type CallDialogProps = { child: RosterChild; classId: string; onClose: () => void }

/** Asks the parents of a child to come to the class, and gives their numbers. */
function CallDialog({ child, classId, onClose }: CallDialogProps) {
  const t = useTexts()
  const ask = useCallParent(classId)
  const { personId, firstName, guardians, call } = child
  const actions = (
    <>
      <Button onClick={onClose}>{t('checkin.call.close')}</Button>
      <Button kind="primary" icon={IconBellRinging} busy={ask.busy} onClick={() => ask.run(personId)}>
        {t(call ? 'checkin.call.again' : 'checkin.call.ask')}
      </Button>
    </>
  )
  return (
    <Dialog open onClose={onClose} title={t('checkin.call.title', { name: firstName })} actions={actions}>
      <p className="muted">{t('checkin.call.text')}</p>
      {call && <Outcome call={call} />}
      {ask.failure && <Note tone="bad">{t(failureText(ask.failure))}</Note>}
      <Guardians guardians={guardians} />
    </Dialog>
  )
}

type PartProps = { title: TextId; count: number; isList?: boolean; children: ReactNode }

/** The children of one state, under the words for it; nothing when there is none. */
function Part({ title, count, isList, children }: PartProps) {
  const t = useTexts()
  if (count === 0) return null
  const words = t(title, { count })
  return (
    <section className={classes['part']}>
      <h2>{words}</h2>
      <ul aria-label={words} className={isList ? classes['away'] : undefined}>
        {children}
      </ul>
    </section>
  )
}

/** Tells those who do not see it who has come for whom. */
function Announcement({ items }: { items: readonly RosterChild[] }) {
  const t = useTexts()
  const names = items.filter(({ collectorAt }) => collectorAt).map(({ firstName }) => firstName)
  return (
    <p className="vh" role="status">
      {names.length > 0 && t('checkin.roster.cameFor', { names: names.join(', ') })}
    </p>
  )
}

const away = (child: RosterChild) => <AwayRow key={child.personId} child={child} />

function RosterView({ roster }: { roster: Roster }) {
  const t = useTexts()
  const [called, setCalled] = useState<string | null>(null)
  const { classId, children } = roster
  const { here, expected, gone } = rosterParts(children)
  const child = children.find(({ personId }) => personId === called)
  if (children.length === 0)
    return (
      <Card padded={false}>
        <Empty title={t('checkin.roster.noneTitle')}>{t('checkin.roster.noneText')}</Empty>
      </Card>
    )
  return (
    <>
      <Announcement items={here} />
      <Part title="checkin.roster.here" count={here.length}>
        {here.map((one) => (
          <ChildRow key={one.personId} child={one} classId={classId} onCall={() => setCalled(one.personId)} />
        ))}
      </Part>
      <Part title="checkin.roster.expected" count={expected.length} isList>
        {expected.map(away)}
      </Part>
      <Part title="checkin.roster.gone" count={gone.length} isList>
        {gone.map(away)}
      </Part>
      {child && <CallDialog child={child} classId={classId} onClose={() => setCalled(null)} />}
    </>
  )
}

/** A list that cannot be read again is still the last one known: it stays, and says how old it is. */
function Stale({ readAt, onRetry, isBusy }: { readAt: number; onRetry: () => void; isBusy: boolean }) {
  const t = useTexts()
  const format = useFormat()
  const again = (
    <Button size="sm" icon={IconRefresh} busy={isBusy} onClick={onRetry}>
      {t('ui.state.tryAgain')}
    </Button>
  )
  return (
    <Note tone="warn" action={again}>
      {t('checkin.roster.stale', { time: format.time(new Date(readAt)) })}
    </Note>
  )
}

/** A class as its teacher sees it: who is here, what has to be known of them, and who has come for whom. */
export function ClassPage() {
  const t = useTexts()
  const format = useFormat()
  const { id } = useParams({ from: '/tenant/checkin/classes/$id' })
  const { data, error, refetch, dataUpdatedAt, isFetching } = useRoster(id)
  const retry = () => void refetch()
  const back = { to: paths.classes, label: t('checkin.classes.title') }
  if (!data)
    return (
      <>
        <PageHeader title={t('checkin.roster.title')} back={back} />
        <Card padded={false}>{error ? <Failed failure={error} onRetry={retry} /> : <Loading rows={6} />}</Card>
      </>
    )
  return (
    <div className={classes['page']}>
      <HoldWay />
      <PageHeader title={data.className} back={back}>
        {t('checkin.roster.line', { event: data.event.name, time: format.time(data.event.startsAt) })}
      </PageHeader>
      <div role="status">{error && <Stale readAt={dataUpdatedAt} onRetry={retry} isBusy={isFetching} />}</div>
      <Headcount roster={data} />
      <RosterView roster={data} />
    </div>
  )
}
