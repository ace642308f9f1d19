import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { readTeam } from '#contract/followup/day.ts'
import { listTasks, type FollowupTask } from '#contract/followup/tasks.ts'
import type { Result } from '#contract/endpoint.ts'
import { call } from '../../api/call.ts'
import { keyOf, read } from '../../api/queries.ts'
import { presentTime, useSettled } from '../../device/clock.ts'
import { calendarDay, useFormat } from '../../languages/format.tsx'
import { useTexts, type TextId } from '../../languages/index.ts'
import { usePagedList } from '../../lists/paged-list.ts'
import { Button } from '../../ui/controls/button.tsx'
import { Empty, Failed, Loading, NoMatch } from '../../ui/states/index.ts'
import { HubHead } from './hub-head.tsx'
import classes from './hub.module.css'
import { TaskCard } from './task-card.tsx'
import { TaskTools, type TaskWish } from './task-tools.tsx'

const PAUSE_MS = 300
const all: TaskWish = { search: '', owner: '', priority: '', status: '' }

type Group = 'overdue' | 'today' | 'later' | 'none'
const groupWords: Record<Group, TextId> = {
  overdue: 'followup.task.groupOverdue',
  today: 'followup.task.groupToday',
  later: 'followup.task.groupLater',
  none: 'followup.task.groupNone',
}
const groups = Object.keys(groupWords) as Group[]

function groupOf({ dueDate }: FollowupTask, now: Date, timeZone: string): Group {
  if (dueDate === null) return 'none'
  const due = new Date(dueDate)
  if (due <= now) return 'overdue'
  return calendarDay(due, timeZone) === calendarDay(now, timeZone) ? 'today' : 'later'
}

/** By when they are due; of a status that is closed it does not matter any more. */
function Cards({ tasks, isOpen }: { tasks: readonly FollowupTask[]; isOpen: boolean }) {
  const t = useTexts()
  const { timeZone } = useFormat()
  const now = presentTime()
  const grouped = Map.groupBy(tasks, (task) => groupOf(task, now, timeZone))
  const cards = (list: readonly FollowupTask[]) => (
    <div className={classes['cards']}>
      {list.map((task) => (
        <TaskCard key={task.id} task={task} />
      ))}
    </div>
  )
  if (!isOpen) return cards(tasks)
  return groups.map((group) => {
    const list = grouped.get(group)
    if (!list) return null
    return (
      <section key={group} className={classes['stack']}>
        <h2 className={classes['group']} data-group={group}>
          {t(groupWords[group])}
        </h2>
        {cards(list)}
      </section>
    )
  })
}

/** Two statuses are closed: completed and cancelled. */
const CLOSED = ['2', '3']

/** One card a task, by when it is due. */
export function FollowupTaskPage() {
  const t = useTexts()
  const [wish, setWish] = useState(all)
  const search = useSettled(wish.search.trim(), PAUSE_MS)
  const { owner, priority, status } = wish
  const query = {
    ...(search && { search }),
    ...(owner && { owner }),
    ...(priority && { priority: Number(priority) }),
    ...(status && { status: Number(status) }),
  }
  const list = usePagedList<FollowupTask, Result<typeof listTasks>>([...keyOf(listTasks), query], (page, signal) =>
    call(listTasks, { query: { ...query, ...page } }, { signal }),
  )
  const team = useQuery(read(readTeam, {}))
  const isNone = !list.isLoading && !list.failure && list.rows.length === 0
  return (
    <>
      <HubHead />
      <div className={classes['stack']}>
        <TaskTools
          wish={wish}
          change={(part) => setWish((before) => ({ ...before, ...part }))}
          counts={list.last?.counts}
          members={team.data?.members ?? []}
        />
        {list.failure && <Failed failure={list.failure} onRetry={list.retry} />}
        {list.isLoading && !list.failure && <Loading rows={4} />}
        <Cards tasks={list.rows} isOpen={!CLOSED.includes(status)} />
        {isNone && search && (
          <NoMatch onClear={() => setWish({ ...wish, search: '' })}>{t('followup.task.noMatch', { search })}</NoMatch>
        )}
        {isNone && !search && <Empty title={t('followup.task.empty')}>{t('followup.task.emptyText')}</Empty>}
        {list.hasMore && (
          <Button busy={list.isLoadingMore} onClick={list.loadMore}>
            {t('followup.task.more')}
          </Button>
        )}
      </div>
    </>
  )
}
