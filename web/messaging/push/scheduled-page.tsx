import type { PushSchedule } from '#contract/messaging/push-schedules.ts'
import { useFormat } from '../../languages/format.tsx'
import { useTexts, type TextId } from '../../languages/index.ts'
import { listFilter } from '../../lists/list-filter.ts'
import { paths } from '../../routing/paths.ts'
import { useCan } from '../../session/session.ts'
import { MenuItem, MenuLink, RowLink, type Columns } from '../../ui/data-table/index.ts'
import { IconCalendarOff, IconFileText, IconPencil, IconTrash } from '../../ui/icons.ts'
import { ListPage, type ListWords } from '../../ui/list-page/list-page.tsx'
import { Empty } from '../../ui/states/index.ts'
import { Badge } from '../../ui/surfaces/badge.tsx'
import { toast } from '../../ui/toasts/index.ts'
import { cutSubject } from '../lists/cut-subject.ts'
import { useDeleting } from '../lists/use-deleting.tsx'
import { deletingWords, ListActions } from './list-head.tsx'
import classes from './push.module.css'
import { useDeleteScheduled, useScheduledPush, useUnschedule } from './queries.ts'

const { useFilter } = listFilter({ name: 'scheduled-push', path: paths.scheduledPush, parts: {} })

type One = { schedule: PushSchedule }

/** What has gone is looked at, what has not is changed. */
function Subject({ schedule: { id, title, message, campaignId } }: One) {
  const mayChange = useCan('messages.send')
  const name = <span title={title}>{cutSubject(title)}</span>
  return (
    <>
      {campaignId ? (
        <RowLink to={paths.onePush} params={{ id: campaignId }} className={classes['title']}>
          {name}
        </RowLink>
      ) : mayChange ? (
        <RowLink to={paths.sendPush} search={{ scheduleId: id }} className={classes['title']}>
          {name}
        </RowLink>
      ) : (
        <span className={classes['title']}>{name}</span>
      )}
      <span data-roomy="" className={classes['below']}>
        {message}
      </span>
    </>
  )
}

function Goes({ schedule: { goesAtLocal } }: One) {
  const t = useTexts()
  const { wallTime } = useFormat()
  const [day, clock] = goesAtLocal?.split('T') ?? []
  if (!day || !clock) return <span className="muted">{t('messaging.pushScheduled.noTime')}</span>
  return <span className="num">{wallTime(day, clock)}</span>
}

const states = {
  scheduled: { tone: 'info', word: 'messaging.pushScheduled.waits' },
  failed: { tone: 'bad', word: 'messaging.pushScheduled.failed' },
  draft: { tone: 'neutral', word: 'messaging.pushScheduled.draft' },
  sent: { tone: 'ok', word: 'messaging.pushScheduled.sent' },
} as const

const why: Partial<Record<NonNullable<PushSchedule['reason']>, TextId>> = {
  missed: 'messaging.pushScheduled.missed',
  gate_shut: 'messaging.pushScheduled.gateShut',
  no_recipients: 'messaging.pushScheduled.nobody',
}

function State({ schedule: { state, reason } }: One) {
  const t = useTexts()
  const { tone, word } = states[state]
  return (
    <span className={classes['state']}>
      <Badge tone={tone}>{t(word)}</Badge>
      {reason && <span className="small muted">{t(why[reason] ?? 'messaging.pushScheduled.refused')}</span>}
    </span>
  )
}

const columns: Columns<PushSchedule> = [
  {
    id: 'title',
    title: 'messaging.pushList.subject',
    cell: (schedule) => <Subject schedule={schedule} />,
    isName: true,
  },
  {
    id: 'goesAt',
    title: 'messaging.pushScheduled.goes',
    cell: (schedule) => <Goes schedule={schedule} />,
    width: '13rem',
  },
  {
    id: 'state',
    title: 'messaging.pushScheduled.state',
    cell: (schedule) => <State schedule={schedule} />,
    width: '13rem',
  },
  { id: 'by', title: 'messaging.pushScheduled.by', cell: ({ changedBy }) => changedBy, width: '11rem', wideOnly: true },
]

const card = (schedule: PushSchedule) => (
  <div className={classes['card']}>
    <Subject schedule={schedule} />
    <span className="small muted">
      <Goes schedule={schedule} />
    </span>
    <State schedule={schedule} />
  </div>
)

const words: ListWords = {
  title: 'messaging.pushScheduled.title',
  searchLabel: 'messaging.pushList.searchLabel',
  searchPlaceholder: 'messaging.pushList.searchPlaceholder',
  noMatch: 'messaging.pushList.noMatch',
  emptyTitle: 'messaging.pushScheduled.empty',
}

/** Calling one back, and what is said of it. */
function useCancelling() {
  const t = useTexts()
  const cancelling = useUnschedule()
  return (id: string) =>
    cancelling.run(id, {
      done: () => toast.ok(t('messaging.pushScheduled.unscheduled')),
      failed: ({ code }) =>
        toast.bad(
          t(code === 'already_sent' ? 'messaging.pushScheduled.tooLate' : 'messaging.pushScheduled.notUnscheduled'),
        ),
    })
}

type ActsProps = One & { onCancel: (id: string) => void; onDelete: ((id: string) => void) | undefined }

function Acts({ schedule: { id, state, campaignId }, onCancel, onDelete }: ActsProps) {
  const t = useTexts()
  return (
    <>
      {campaignId && (
        <MenuLink to={paths.onePush} params={{ id: campaignId }} icon={IconFileText}>
          {t('messaging.pushList.open')}
        </MenuLink>
      )}
      {onDelete && !campaignId && (
        <MenuLink to={paths.sendPush} search={{ scheduleId: id }} icon={IconPencil}>
          {t('messaging.pushScheduled.edit')}
        </MenuLink>
      )}
      {onDelete && state === 'scheduled' && (
        <MenuItem icon={IconCalendarOff} onPick={() => onCancel(id)}>
          {t('messaging.pushScheduled.unschedule')}
        </MenuItem>
      )}
      {onDelete && (
        <MenuItem icon={IconTrash} isDanger onPick={() => onDelete(id)}>
          {t('messaging.pushList.delete')}
        </MenuItem>
      )}
    </>
  )
}

/** The menu of each row. */
const actsOf = (acts: Omit<ActsProps, 'schedule'>) => (schedule: PushSchedule) => <Acts schedule={schedule} {...acts} />

/** Push notifications that go at a time. */
export function ScheduledPage() {
  const t = useTexts()
  const filtering = useFilter()
  const list = useScheduledPush(filtering.search)
  const onCancel = useCancelling()
  const { selection, deleteOne, dialog } = useDeleting(
    useDeleteScheduled(),
    () => t('messaging.pushScheduled.deleteNote'),
    deletingWords,
  )
  return (
    <ListPage
      {...{ words, filtering, list, columns, card, selection }}
      name="scheduled-push"
      idOf={({ id }) => id}
      nameOf={({ title }) => title}
      rowActions={actsOf({ onCancel, onDelete: deleteOne })}
      line={list.total > 0 && t('messaging.pushScheduled.count', { count: list.total })}
      actions={<ListActions />}
      empty={
        <Empty title={t('messaging.pushScheduled.empty')} picture="letter">
          {t('messaging.pushScheduled.emptyText')}
        </Empty>
      }
    >
      {dialog}
    </ListPage>
  )
}
