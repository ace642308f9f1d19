import { Link } from '@tanstack/react-router'
import { useEffect, useEffectEvent, useRef } from 'react'
import type { Conversation } from '#contract/messaging/replies.ts'
import { calendarDay, useFormat } from '../../languages/format.tsx'
import { useTexts } from '../../languages/index.ts'
import { groupPhone } from '../../languages/phone.ts'
import { paths } from '../../routing/paths.ts'
import { useCan, useSession } from '../../session/session.ts'
import { Button, ButtonLink } from '../../ui/controls/button.tsx'
import {
  IconArrowBackUp,
  IconCheck,
  IconChevronDown,
  IconChevronLeft,
  IconHandStop,
  IconMessageOff,
  IconUserQuestion,
} from '../../ui/icons.ts'
import { Face } from '../../ui/marks/face.tsx'
import { Phone } from '../../ui/marks/phone.tsx'
import { AnswerForm } from './answer-form.tsx'
import { Who } from './conversation-list.tsx'
import { useAssign, useMark, useStop } from './queries.ts'
import type { RepliesSearch } from './replies-search.ts'
import classes from './replies.module.css'
import { Thread } from './thread.tsx'

type OneProps = { conversation: Conversation }

/** Whose conversation it is to answer; the change is kept at once. */
function Assignee({ conversation: { id, assignedTo, staff } }: OneProps) {
  const t = useTexts()
  const { person } = useSession()
  const assign = useAssign(id)
  const me = `${person.firstName} ${person.lastName}`.trim()
  const isGone = assignedTo && !staff.some((member) => member.id === assignedTo.id)
  return (
    <span className={classes['assign']}>
      <select
        aria-label={t('messaging.replies.assignee')}
        value={(assign.busy ? assign.sent : assignedTo?.id) ?? ''}
        onChange={({ target }) => assign.run(target.value || null)}
      >
        <option value="">{t('messaging.replies.nobody')}</option>
        {isGone && <option value={assignedTo.id}>{assignedTo.name}</option>}
        {staff.map((member) => (
          <option key={member.id} value={member.id}>
            {member.name === me ? t('messaging.replies.me', { name: member.name }) : member.name}
          </option>
        ))}
      </select>
      <IconChevronDown size={16} aria-hidden="true" />
    </span>
  )
}

type HeadProps = OneProps & { search: RepliesSearch }

function Head({ conversation, search }: HeadProps) {
  const t = useTexts()
  const canSend = useCan('messages.send')
  const mark = useMark(conversation.id)
  const { people, phone, isDone } = conversation
  const [first] = people
  const { c: _c, of: _of, ...list } = search
  return (
    <header className={classes['head']}>
      <Link to={paths.replies} search={list} className={classes['back']} aria-label={t('messaging.replies.back')}>
        <IconChevronLeft size={20} aria-hidden="true" />
      </Link>
      <Face firstName={first?.firstName ?? '?'} lastName={first?.lastName ?? ''} />
      <div className="grow">
        <h2>
          {first ? (
            <Link to={paths.person} params={{ id: first.id }}>
              <Who row={conversation} />
            </Link>
          ) : (
            <Who row={conversation} />
          )}
        </h2>
        {first && (
          <span className="small muted">
            <Phone value={groupPhone(phone)} />
          </span>
        )}
      </div>
      {canSend && (
        <>
          <Assignee conversation={conversation} />
          <Button
            icon={isDone ? IconArrowBackUp : IconCheck}
            busy={mark.sent?.done !== undefined}
            onClick={() => mark.run({ done: !isDone })}
          >
            {t(isDone ? 'messaging.replies.reopen' : 'messaging.replies.done')}
          </Button>
        </>
      )}
    </header>
  )
}

/** A reply that is near a stop word: one press does it, another says no. */
function MaybeStop({ conversation: { id, said } }: OneProps) {
  const t = useTexts()
  const [stop, mark] = [useStop(id), useMark(id)]
  const text = said.findLast(({ kind }) => kind === 'maybe_stop')?.text ?? ''
  return (
    <section className={`${classes['note']} ${classes['near']}`}>
      <IconHandStop size={20} stroke={1.75} aria-hidden="true" />
      <div>
        <h3>{t('messaging.replies.maybeTitle')}</h3>
        <p className="small">{t('messaging.replies.maybeText', { text })}</p>
        <div className={classes['acts']}>
          <Button size="sm" icon={IconMessageOff} busy={stop.busy} onClick={() => stop.run(true)}>
            {t('messaging.replies.stopAll')}
          </Button>
          <Button kind="quiet" size="sm" busy={mark.busy} onClick={() => mark.run({ maybeStop: false })}>
            {t('messaging.replies.neither')}
          </Button>
        </div>
      </div>
    </section>
  )
}

const stoppedWords = {
  reply: 'messaging.replies.stoppedReply',
  link: 'messaging.replies.stoppedLink',
  desk: 'messaging.replies.stoppedDesk',
  form: 'messaging.replies.stoppedForm',
} as const

/** They told us to stop, or the desk noted it: since when, and the way back. */
function Stopped({ conversation: { id, stopped } }: OneProps) {
  const t = useTexts()
  const format = useFormat()
  const [canSend, canChange] = [useCan('messages.send'), useCan('people.write')]
  const stop = useStop(id)
  if (!stopped) return null
  // What the desk noted is taken back by whoever may note it.
  const mayAllow = canSend && (canChange || stopped.source !== 'desk')
  const day = format.day(calendarDay(new Date(stopped.at), format.timeZone))
  return (
    <section className={classes['note']}>
      <IconHandStop size={20} stroke={1.75} aria-hidden="true" />
      <div>
        <p>{t(stoppedWords[stopped.source], { day })}</p>
        {stopped.source !== 'desk' && <p className="small muted">{t('messaging.replies.noAnswer')}</p>}
        {mayAllow && (
          <div className={classes['acts']}>
            <Button size="sm" busy={stop.busy} onClick={() => stop.run(false)}>
              {t('messaging.replies.allow')}
            </Button>
          </div>
        )}
      </div>
    </section>
  )
}

/** Nobody has the number, or several do: then nobody can know which of them wrote. */
function Owners({ conversation: { people } }: OneProps) {
  const t = useTexts()
  const canWrite = useCan('people.write')
  if (people.length === 1) return null
  return (
    <section className={classes['note']}>
      <IconUserQuestion size={20} stroke={1.75} aria-hidden="true" />
      <div>
        <h3>
          {people.length === 0
            ? t('messaging.replies.unknownTitle')
            : t('messaging.replies.sharedTitle', { count: people.length })}
        </h3>
        <div className={classes['acts']}>
          {people.length === 0 && canWrite && (
            <ButtonLink to={paths.addPerson} size="sm">
              {t('messaging.replies.addPerson')}
            </ButtonLink>
          )}
          {people.map(({ id, firstName, lastName }) => (
            <Link key={id} to={paths.person} params={{ id }}>
              {`${firstName} ${lastName}`.trim()}
            </Link>
          ))}
        </div>
      </div>
    </section>
  )
}

function AssignedLine({ conversation: { assignedTo, assignedBy, assignedAt } }: OneProps) {
  const t = useTexts()
  const format = useFormat()
  if (!assignedTo || !assignedBy || !assignedAt) return null
  const words = { by: assignedBy, name: assignedTo.name, at: format.lately(assignedAt) }
  return <p className={classes['event']}>{t('messaging.replies.assigned', words)}</p>
}

/** Looked at: whoever may answer has read it, also what comes while it is open. */
function useReading({ id, unread }: Conversation): void {
  const canSend = useCan('messages.send')
  const mark = useMark(id)
  const look = useEffectEvent(() => mark.run({ read: true }))
  useEffect(() => {
    if (canSend && unread > 0) look()
  }, [canSend, unread])
}

/** Scrolled by keys too. */
const reachable = { role: 'log', tabIndex: 0 } as const

/** One conversation: what was said, how it stands, and the answer. */
export function ConversationView({ conversation, search }: HeadProps) {
  const canSend = useCan('messages.send')
  const end = useRef<HTMLDivElement>(null)
  useReading(conversation)
  const { id, people, said, stopped, maybeStop } = conversation
  // Of those who share a number nobody can know who wrote.
  const firstName = people.length === 1 ? (people[0]?.firstName ?? '') : ''
  const count = said.length
  useEffect(() => {
    const thread = end.current
    if (thread) thread.scrollTop = thread.scrollHeight
  }, [id, count])
  const mayAnswer = canSend && (!stopped || stopped.source === 'desk')
  return (
    <>
      <Head conversation={conversation} search={search} />
      <div className={classes['thread']} ref={end} {...reachable}>
        <Thread conversation={conversation} />
        <AssignedLine conversation={conversation} />
        {maybeStop && canSend && <MaybeStop conversation={conversation} />}
        <Stopped conversation={conversation} />
        <Owners conversation={conversation} />
      </div>
      {mayAnswer && <AnswerForm key={id} id={id} firstName={firstName} />}
    </>
  )
}
