import { useState } from 'react'
import { removeActivity } from '#contract/followup/existing-clients.ts'
import { editLogLine, readNewcomer, type LogLine, type NewcomerDetail } from '#contract/followup/people.ts'
import { call } from '../../api/call.ts'
import { useCall } from '../../api/use-call.ts'
import { calendarDay, useFormat } from '../../languages/format.tsx'
import { useTexts, type TextId } from '../../languages/index.ts'
import { Choices } from '../../ui/filters/index.ts'
import { Badge } from '../../ui/surfaces/badge.tsx'
import { Card } from '../../ui/surfaces/card.tsx'
import { toast } from '../../ui/toasts/index.ts'
import { failureText, leadWords, outcomeWords, statusWords, typeWords } from '../words.ts'
import { MendedText } from './mended-text.tsx'
import classes from './person.module.css'

const kindWords: Record<LogLine['kind'], TextId> = {
  entered: 'followup.log.entered',
  visit: 'followup.log.visit',
  contact: 'followup.log.contact',
  message: 'followup.log.message',
  note: 'followup.log.note',
  owner: 'followup.log.owner',
  stage: 'followup.log.stage',
  lead_status: 'followup.log.lead',
  task: 'followup.log.task',
  member: 'followup.log.member',
  merged: 'followup.log.merged',
  check_in: 'followup.log.visit',
}

const filters = {
  all: ['followup.log.all', []],
  visits: ['followup.log.visits', ['entered', 'visit', 'check_in']],
  calls: ['followup.log.calls', ['contact']],
  messages: ['followup.log.messages', ['message']],
  notes: ['followup.log.notes', ['note']],
  tasks: ['followup.log.tasks', ['task']],
} as const satisfies Record<string, readonly [TextId, readonly LogLine['kind'][]]>
type Filter = keyof typeof filters
const filterNames = Object.keys(filters) as Filter[]

const isIn = ({ kind }: LogLine, filter: Filter): boolean =>
  filter === 'all' || (filters[filter][1] as readonly LogLine['kind'][]).includes(kind)

/** From what to what, of a line that is about a change. */
function useMove({ kind, before, after }: LogLine): string | null {
  const t = useTexts()
  const worded = (words: readonly TextId[], value: string | null) => {
    const word = value === null ? undefined : words[Number(value)]
    return word ? t(word) : null
  }
  const sides: Partial<Record<LogLine['kind'], [string | null, string | null]>> = {
    stage: [before, after],
    member: [before, after],
    owner: [before ?? t('followup.person.pool'), after ?? t('followup.person.pool')],
    lead_status: [worded(leadWords, before), worded(leadWords, after)],
    task: [worded(statusWords, before), worded(statusWords, after)],
  }
  const [from, to] = sides[kind] ?? [null, null]
  if (!to) return null
  return from ? t('followup.log.moved', { before: from, after: to }) : to
}

const reasonWords: Record<string, TextId> = {
  untouched: 'followup.log.untouched',
  left: 'followup.log.left',
}

function Head({ line }: { line: LogLine }) {
  const t = useTexts()
  const format = useFormat()
  const { kind, channel, outcome, isPrivate, byName, at } = line
  const word =
    channel && (kind === 'contact' || kind === 'message') ? (typeWords[channel] ?? kindWords[kind]) : kindWords[kind]
  return (
    <div className={classes['head']}>
      <span>
        <strong>{t(word)}</strong> {outcome && <Badge>{t(outcomeWords[outcome])}</Badge>}{' '}
        {isPrivate && <Badge tone="warn">{t('followup.log.private')}</Badge>} <span className="muted">{byName}</span>
      </span>
      <time className="small muted num" dateTime={at}>
        {format.time(at)}
      </time>
    </div>
  )
}

function Line({ line }: { line: LogLine }) {
  const t = useTexts()
  const { id, kind, text, isEdited, reason, ruleVersion } = line
  const plan = { refreshes: [readNewcomer], failed: (failure: unknown) => void toast.bad(t(failureText(failure))) }
  const remove = useCall(() => call(removeActivity, { params: { id } }), plan)
  const edit = useCall((words: string) => call(editLogLine, { params: { id }, body: { text: words } }), plan)
  const move = useMove(line)
  const isMended = line.isMine && (kind === 'note' || kind === 'contact')
  const why = reason && reasonWords[reason]
  return (
    <li>
      <Head line={line} />
      {move && <div>{move}</div>}
      {why && <div className="small muted">{t(why)}</div>}
      {ruleVersion !== null && <div className="small muted">{t('followup.log.rule', { version: ruleVersion })}</div>}
      <MendedText
        {...{ text, isEdited }}
        isMine={isMended}
        mayBeEmpty={kind === 'contact'}
        label={t(kindWords[kind])}
        busy={remove.busy || edit.busy}
        onSave={(words, done) => edit.run(words, { done })}
        onRemove={() => remove.run()}
      />
    </li>
  )
}

/** All that happened, newest first, by days. */
export function ActivityLog({ detail: { log } }: { detail: NewcomerDetail }) {
  const t = useTexts()
  const format = useFormat()
  const [filter, setFilter] = useState<Filter>('all')
  const lines = log.filter((line) => isIn(line, filter)).toReversed()
  const days = Map.groupBy(lines, ({ at }) => calendarDay(new Date(at), format.timeZone))
  const count = <span className="small muted num">{t('followup.log.count', { count: lines.length })}</span>
  return (
    <Card title={t('followup.log.title')} aside={count}>
      <div className={classes['stack']}>
        <Choices
          legend={t('followup.log.show')}
          shape="chips"
          choices={filterNames.map((name) => ({ value: name, label: t(filters[name][0]) }))}
          value={filter}
          onChange={setFilter}
        />
        {lines.length === 0 && <p className="muted">{t('followup.log.empty')}</p>}
        {[...days].map(([day, ofDay]) => (
          <section key={day}>
            <h3 className={classes['day']}>{format.longDay(day)}</h3>
            <ul className={classes['log']}>
              {ofDay.map((line) => (
                <Line key={line.id} line={line} />
              ))}
            </ul>
          </section>
        ))}
      </div>
    </Card>
  )
}
